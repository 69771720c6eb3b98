import { type FormEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '#shared/rules/languages.ts';
import { useSignIn, useSignUp } from '#web/features/identity/queries.ts';
import { showFaultsAndFocusFirst } from '#web/ui/field.tsx';
import { type SecondStepInput, useSecondStep } from '../components/second-step.tsx';
import {
  type CredentialsMode,
  type Faults,
  toCredentialFaults,
  validateCredentials,
} from '../model.ts';

/**
 * Holds the e-mail address and the password of a form, checks and sends them to sign in or up, and keeps what is wrong
 * with them. They stay when the mode changes or the server refuses. `form` gets the focus where something is wrong.
 */
export function useCredentials(mode: CredentialsMode, form: RefObject<HTMLFormElement | null>) {
  const { i18n } = useTranslation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const signUp = useSignUp();
  const signIn = useSignIn();
  const step = useSecondStep(form);

  const showFaults = (found: Faults) =>
    showFaultsAndFocusFirst(form.current, () => setFaults(found));
  const onError = (error: Error) => {
    showFaults(toCredentialFaults(error));
    step.onError(error);
  };
  const entry = { email: email.trim(), password };
  const sendSignIn = (second: SecondStepInput) =>
    signIn.mutate({ ...entry, ...second }, { onError });
  const sendSignUp = () => {
    const language = isLanguage(i18n.language) ? i18n.language : 'en';
    signUp.mutate({ ...entry, language }, { onError });
  };
  return {
    email,
    setEmail,
    password,
    setPassword,
    faults,
    step,
    signIn,
    signUp,
    sendSignIn,
    submit: (event: FormEvent) => {
      event.preventDefault();
      const found = validateCredentials({ email, password }, mode);
      showFaults(found);
      if (Object.keys(found).length > 0) return;
      if (mode === 'sign-up') sendSignUp();
      else sendSignIn(step.input);
    },
    /** Forgets what was refused and asked for, when the mode changes. */
    reset: () => {
      step.reset();
      setFaults({});
      signUp.reset();
      signIn.reset();
    },
  };
}
