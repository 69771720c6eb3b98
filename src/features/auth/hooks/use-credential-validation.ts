import { useTranslation } from '#web/lib/translation.ts';
import {
  type CredentialsMode,
  type CredentialFaultKeys,
  toCredentialFaultKeys,
  validateCredentials,
} from '../model.ts';

/**
 * Returns what a form (`useForm`) with an e-mail address, a password or both needs to say what is wrong with them; in
 * `sign-up` the password is being chosen.
 */
export function useCredentialValidation(mode: CredentialsMode) {
  const { t } = useTranslation(['auth', 'errors']);
  const describe = ({ email, password }: CredentialFaultKeys) => ({
    email: email && t(email),
    password: password && t(password),
  });
  return {
    validate: (draft: { email?: string; password?: string }) =>
      describe(validateCredentials(draft, mode)),
    describeRefusal: (error: Error) => describe(toCredentialFaultKeys(error)),
  };
}
