import { AppError } from '#server/http/errors.ts';

let commonPasswordsPromise: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 passwords seen most in leaks (zxcvbn-ts, language-common), read with the first sign-up. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswordsPromise ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return commonPasswordsPromise;
}

/**
 * Refuses a password that is in the list of common passwords (NIST SP 800-63B-4, 3.1.1.2).
 * @throws {AppError} `password_too_common`, for what is guessed first (NIST SP 800-63B-4, 3.1.1.2).
 */
export async function assertNotCommon(password: string): Promise<void> {
  const known = await loadCommonPasswords();
  if (known.has(password.toLowerCase())) throw new AppError('password_too_common');
}
