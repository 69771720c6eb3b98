import type { SignedChallenge } from '#shared/contract/passkeys.ts';
import type { IdentityReply } from '#shared/contract/identity.ts';
import { ApiError } from '#web/lib/api.ts';
import type { Language } from '#shared/rules/languages.ts';

export interface SignUpInput {
  email: string;
  password: string;
  name?: string;
  language: Language;
}
export interface SignInInput {
  email: string;
  password: string;
  /** Of the second factor, once it was asked for: a code, or what a passkey signed. */
  code?: string;
  passkey?: SignedChallenge;
}
export interface PasswordResetRequestInput {
  email: string;
  language: Language;
}

/**
 * The interface to sign-in; the installation decides which adapter implements it. Refusals are ApiErrors with our
 * codes, whichever adapter refused.
 */
export interface AuthProvider {
  /** The identity signed in on this browser, after finishing a redirect from Google if there was one. */
  getIdentity(signal?: AbortSignal): Promise<IdentityReply | null>;
  /** `confirm_email`: the person is not signed in yet; an e-mail says how to continue. */
  signUp(input: SignUpInput): Promise<IdentityReply | 'confirm_email'>;
  signIn(input: SignInInput): Promise<IdentityReply>;
  /**
   * `redirecting`: the page is being left and Google leads back to it or to `next`. `cancelled`: the person closed
   * Google's window, which is no error.
   */
  signInWithGoogle(next: string): Promise<IdentityReply | 'redirecting' | 'cancelled'>;
  /** The sign-in methods of an address; empty when unknown, so empty does not mean "no account". */
  signInMethods(email: string): Promise<string[]>;
  /** Resolves the same way whether or not the address has an account. */
  sendPasswordResetEmail(input: PasswordResetRequestInput): Promise<void>;
  /** E-mails the signed-in person a link that confirms their address. */
  sendConfirmation(language: Language): Promise<void>;
  signOut(): Promise<void>;
  /**
   * Erases the person on the server, then the account at the provider. Refused with `recent_sign_in`, before anything
   * is erased, where the provider requires a recent sign-in.
   */
  erase(onServer: () => Promise<unknown>): Promise<void>;
  /** The token for `Authorization: Bearer`; null where a cookie is used. */
  getToken(): Promise<string | null>;
}

/**
 * Creates an ApiError as if the server had replied with this status and code, for requests that the browser refuses
 * itself.
 */
export function createApiRefusal(
  status: number,
  code: string,
  fields?: Readonly<Record<string, string>>,
): ApiError {
  return new ApiError(status, JSON.stringify({ error: { code, ...(fields && { fields }) } }));
}
