import { type FormEvent, useCallback, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/account/queries.ts';
import {
  SecondStep,
  type SecondStepInput,
  useSecondStep,
} from '#web/features/auth/components/second-step.tsx';
import { useConfig, useGoogleSignInAgain, useSignInAgain } from '#web/features/identity/queries.ts';
import { ApiError } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showFaultsAndFocusFirst, useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { studioFactorQuery, useSignInSessions } from '../queries.ts';
import { freshSignIn } from '../store.ts';
import { CurrentPassword } from './security-form.tsx';
import { StudioCodeDialog } from './studio-code.tsx';

/**
 * A dialog that asks the person to sign in again, by password or Google, while a request of `withFreshSignIn` waits for
 * it.
 */
export function FreshSignInDialog() {
  const isAskedFor = useSyncExternalStore(freshSignIn.subscribe, freshSignIn.isAskedFor);
  const { data: config } = useConfig();
  if (!isAskedFor) return null;
  return config?.authProvider === 'builtin' ? <BuiltinSignInAgain /> : <FirebaseSignInAgain />;
}

function BuiltinSignInAgain() {
  const { data } = useSignInSessions();
  const Again = data?.hasPassword === false ? GoogleDialog : PasswordDialog;
  return <Again onSignedIn={goOn} />;
}

/** An admin's code belongs to one sign-in: the new one needs another. */
function FirebaseSignInAgain() {
  const { signUpMethod } = useProfile();
  const queryClient = useQueryClient();
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  const onSignedIn = async () => {
    const factor = await queryClient.fetchQuery(studioFactorQuery).catch(() => null);
    if (factor?.isOn && !factor.isOpen) setIsCodeNeeded(true);
    else goOn();
  };
  if (isCodeNeeded) return <StudioCodeDialog leave={leave} goOn={goOn} />;
  const Again = signUpMethod === 'google' ? GoogleDialog : PasswordDialog;
  return <Again onSignedIn={() => void onSignedIn()} />;
}

interface AgainProps {
  onSignedIn: () => void;
}

const leave = () => freshSignIn.answer(false);
const goOn = () => freshSignIn.answer(true);

/** The password, and the second step once the server asks for it. */
function PasswordDialog({ onSignedIn }: AgainProps) {
  const { t } = useTranslation(['security', 'auth', 'errors', 'ui']);
  const describeError = useErrorMessage();
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const signIn = useSignInAgain();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const step = useSecondStep(form);
  useFocusOnRefusal(form, signIn.error);
  const refusal = signIn.error instanceof ApiError ? signIn.error.code : null;

  const send = (second: SecondStepInput) =>
    signIn.mutate({ password, ...second }, { onSuccess: onSignedIn, onError: step.onError });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    showFaultsAndFocusFirst(form.current, () => setChecked(true));
    if (password === '') return;
    send(step.input);
  };
  return (
    <Dialog
      open
      onClose={leave}
      title={t('security:fresh.title')}
      closeLabel={t('ui:actions.close')}
      actions={
        <>
          <Button type="submit" form={id} busy={signIn.isPending}>
            {t('security:fresh.submit')}
          </Button>
          <Button variant="secondary" onClick={leave}>
            {t('ui:actions.cancel')}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="grid gap-4">
        <p>{t('security:fresh.lead')}</p>
        <CurrentPassword
          value={password}
          onChange={setPassword}
          isChecked={checked}
          refusal={signIn.error}
        />
        <SecondStep
          step={step}
          busy={signIn.isPending}
          onSigned={(passkey) => send({ passkey })}
          error={refusal === 'wrong_code' && t('errors:wrong_code')}
        />
        {signIn.error && refusal !== 'wrong_credentials' && refusal !== 'wrong_code' && (
          <Notice tone={refusal === 'code_required' ? 'notice' : 'refusal'}>
            {describeError(signIn.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

/** Google, which leads back to this page. */
function GoogleDialog({ onSignedIn }: AgainProps) {
  const { t } = useTranslation(['security', 'auth', 'ui']);
  const describeError = useErrorMessage();
  const google = useGoogleSignInAgain();
  const signIn = useCallback(
    () => google.mutate(undefined, { onSuccess: (isSignedIn) => isSignedIn && onSignedIn() }),
    [google, onSignedIn],
  );
  return (
    <Dialog
      open
      onClose={leave}
      title={t('security:fresh.title')}
      closeLabel={t('ui:actions.close')}
      actions={
        <>
          <Button busy={google.isPending} onClick={signIn}>
            {t('auth:google')}
          </Button>
          <Button variant="secondary" onClick={leave}>
            {t('ui:actions.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('security:fresh.google')}</p>
      {google.error && <Notice tone="refusal">{describeError(google.error)}</Notice>}
    </Dialog>
  );
}
