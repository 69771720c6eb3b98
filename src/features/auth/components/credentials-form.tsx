import { type FormEvent, useRef, useState } from 'react';
import { useTranslation, Trans } from 'react-i18next';
import { Link } from 'wouter';
import { isLanguage } from '#shared/rules/languages.ts';
import { useSignIn, useSignUp } from '#web/features/identity/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { showFaultsAndFocusFirst, TextField } from '#web/ui/field.tsx';
import { LegalButton } from '#web/features/legal/components/legal-button.tsx';
import {
  type Faults,
  toCredentialFaults,
  validateCredentials,
  type CredentialsMode,
} from '../model.ts';
import { FormOutcome, SignInError } from './outcome.tsx';
import { PasswordField } from './password-field.tsx';
import { SecondStep, type SecondStepInput, useSecondStep } from './second-step.tsx';

/** Builds the page's URL for the other mode (sign in, sign up), keeping `next`. */
function buildOtherModeUrl(mode: CredentialsMode, search: string): string {
  const query = new URLSearchParams(search);
  if (mode === 'sign-up') query.delete('mode');
  else query.set('mode', 'sign-up');
  return query.size > 0 ? `/auth?${query.toString()}` : '/auth';
}

/** The form for e-mail and password. Its content stays when the mode changes or the server refuses. */
export function CredentialsForm({ mode, search }: { mode: CredentialsMode; search: string }) {
  const { t, i18n } = useTranslation(['auth', 'errors']);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const form = useRef<HTMLFormElement>(null);
  const signUp = useSignUp();
  const signIn = useSignIn();
  const entering = mode === 'sign-up' ? signUp : signIn;
  const words = mode === 'sign-up' ? 'signUp' : 'signIn';
  const step = useSecondStep(form);

  const show = (found: Faults) => {
    showFaultsAndFocusFirst(form.current, () => setFaults(found));
    return Object.keys(found).length > 0;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (show(validateCredentials({ email, password }, mode))) return;
    const entry = { email: email.trim(), password };
    const language = isLanguage(i18n.language) ? i18n.language : 'en';
    if (mode === 'sign-up') signUp.mutate({ ...entry, language }, { onError });
    else sendSignIn(step.input);
  };
  const onError = (error: Error) => {
    show(toCredentialFaults(error));
    step.onError(error);
  };
  const sendSignIn = (second: SecondStepInput) =>
    signIn.mutate({ email: email.trim(), password, ...second }, { onError });
  const changeMode = () => {
    step.reset();
    setFaults({});
    signUp.reset();
    signIn.reset();
  };

  if (signUp.data === 'confirm_email')
    return (
      <FormOutcome>{t('auth:confirmSignUp.sent', { email: signUp.variables.email })}</FormOutcome>
    );
  const otherHref = buildOtherModeUrl(mode, search);
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label={t('auth:email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={faults.email && t(faults.email)}
      />
      <PasswordField
        kind={mode === 'sign-up' ? 'new' : 'current'}
        value={password}
        onChange={setPassword}
        error={faults.password && t(faults.password)}
      />
      {mode === 'sign-in' && (
        <SecondStep
          step={step}
          busy={signIn.isPending}
          onSigned={(passkey) => sendSignIn({ passkey })}
        />
      )}
      {entering.error && Object.keys(faults).length === 0 && (
        <SignInError
          error={entering.error}
          other={
            <Link
              href={otherHref}
              replace
              onClick={changeMode}
              className="text-link inline-flex min-h-11 items-center"
            >
              {t('auth:signUp.otherAction')}
            </Link>
          }
        />
      )}
      {mode === 'sign-in' && (
        <p className="-my-2">
          <Link
            href={paths.auth('forgot')}
            className="text-link inline-flex min-h-11 items-center text-sm"
          >
            {t('auth:forgotten')}
          </Link>
        </p>
      )}
      <LegalNotice mode={mode} />
      <Button type="submit" wide busy={entering.isPending}>
        {t(`auth:${words}.submit`)}
      </Button>
      <p className="text-ink-2">
        {t(`auth:${words}.other`)}{' '}
        <Link
          href={otherHref}
          replace
          onClick={changeMode}
          className="text-link inline-flex min-h-11 items-center text-ink"
        >
          {t(`auth:${words}.otherAction`)}
        </Link>
      </p>
    </form>
  );
}

/** Links to the terms and the privacy notice; both open in a dialog, so that the form keeps its content. */
function LegalNotice({ mode }: { mode: CredentialsMode }) {
  const { t } = useTranslation('auth');
  return (
    <div className="text-sm text-ink-2">
      <Trans
        t={t}
        i18nKey={mode === 'sign-up' ? 'notice' : 'noticeSignIn'}
        components={{
          terms: <LegalButton which="terms" />,
          privacy: <LegalButton which="privacy" />,
        }}
      />
    </div>
  );
}
