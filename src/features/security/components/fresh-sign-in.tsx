import { useCallback, useId, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useProfile } from '#web/features/account/queries.ts';
import {
  SecondFactorStep,
  type SecondFactorInput,
  useSecondFactorStep,
} from '#web/features/auth/components/second-step.tsx';
import {
  useReauthenticateWithGoogle,
  useReauthenticateWithPassword,
} from '#web/features/identity/hooks/use-sign-in.ts';
import { useServerConfig } from '#web/features/identity/queries.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { studioFactorQuery, useSignInSessions } from '../queries.ts';
import { freshSignInRequests } from '../store.ts';
import { CurrentPasswordField, useCurrentPasswordForm } from './security-form.tsx';
import { StudioCodeDialog } from './studio-code.tsx';

/**
 * A dialog that asks the person to sign in again, by password or Google, while a request of `requestWithFreshSignIn` waits for
 * it.
 */
export function FreshSignInDialog() {
  const isAskedFor = useSyncExternalStore(
    freshSignInRequests.subscribe,
    freshSignInRequests.isAskedFor,
  );
  const { data: config } = useServerConfig();
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

const leave = () => freshSignInRequests.answer(false);
const goOn = () => freshSignInRequests.answer(true);

/** The password, and the second step once the server asks for it. */
function PasswordDialog({ onSignedIn }: AgainProps) {
  const { t } = useTranslation(['security', 'auth', 'errors', 'ui']);
  const signIn = useReauthenticateWithPassword();
  const id = useId();
  const form = useCurrentPasswordForm({
    initial: { currentPassword: '', code: '' },
    request: signIn,
    describeRefusal: (error) => ({
      code: hasErrorCode(error, 'wrong_code') && t('errors:wrong_code'),
    }),
    onSubmit: () => send(step.input),
  });
  const step = useSecondFactorStep(form.props.ref);
  const send = (second: SecondFactorInput) =>
    signIn.mutate(
      { password: form.draft.currentPassword, ...second },
      { onSuccess: onSignedIn, onError: step.onError },
    );
  return (
    <Dialog
      open
      onClose={leave}
      title={t('security:fresh.title')}
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
      <form {...form.props} id={id} className="grid gap-4">
        <p>{t('security:fresh.lead')}</p>
        <CurrentPasswordField {...form.bindValue('currentPassword')} />
        <SecondFactorStep
          step={step}
          busy={signIn.isPending}
          onSigned={(passkey) => send({ passkey })}
          error={form.faults['code']}
        />
        {form.failure && (
          <Notice tone={hasErrorCode(form.error, 'code_required') ? 'notice' : 'refusal'}>
            {form.failure}
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
  const google = useReauthenticateWithGoogle();
  const signIn = useCallback(
    () => google.mutate(undefined, { onSuccess: (isSignedIn) => isSignedIn && onSignedIn() }),
    [google, onSignedIn],
  );
  return (
    <Dialog
      open
      onClose={leave}
      title={t('security:fresh.title')}
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
