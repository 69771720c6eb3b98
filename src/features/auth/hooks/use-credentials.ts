import { isLanguage } from '#shared/rules/languages.ts';
import { useSignIn, useSignUp } from '#web/features/identity/hooks/use-sign-in.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { type SecondFactorInput, useSecondFactorStep } from '../components/second-step.tsx';
import type { CredentialsMode } from '../model.ts';
import { useCredentialValidation } from './use-credential-validation.ts';

/**
 * Returns the form of an e-mail address and a password, which it sends to sign in or up. They stay when the mode changes
 * or the server refuses.
 */
export function useCredentialsForm(mode: CredentialsMode) {
  const { i18n } = useTranslation();
  const signUp = useSignUp();
  const signIn = useSignIn();
  const form = useForm({
    initial: { email: '', password: '' },
    ...useCredentialValidation(mode),
    request: mode === 'sign-up' ? signUp : signIn,
    onSubmit: () => (mode === 'sign-up' ? sendSignUp() : sendSignIn(step.input)),
  });
  const step = useSecondFactorStep(form.props.ref);
  const entry = { ...form.draft, email: form.draft.email.trim() };
  const sendSignIn = (second: SecondFactorInput) =>
    signIn.mutate({ ...entry, ...second }, { onError: step.onError });
  const sendSignUp = () =>
    signUp.mutate({ ...entry, language: isLanguage(i18n.language) ? i18n.language : 'en' });
  return {
    form,
    step,
    signUp,
    sendSignIn,
    reset: () => {
      step.reset();
      form.reset(form.draft);
      signUp.reset();
      signIn.reset();
    },
  };
}
