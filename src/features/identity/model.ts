import type { IdentityReply } from '#shared/contract/identity.ts';
import { ApiError } from '#web/lib/api.ts';
import type { Language } from '#web/lib/i18n.ts';

export interface SignUpInput {
  email: string;
  password: string;
  name?: string;
  language: Language;
}
export interface SignInInput {
  email: string;
  password: string;
}
export interface ResetInput {
  email: string;
  language: Language;
}

/**
 * The one way this app signs people in; which adapter stands behind it, the installation decides.
 * Refusals are an `ApiError` with a code of ours, whoever refused.
 */
export interface AuthProvider {
  /** Who is signed in on this browser. A sign-in that came back from Google is finished first. */
  current(signal?: AbortSignal): Promise<IdentityReply | null>;
  /** `confirm_email`: nobody is signed in yet, a letter tells how to go on. */
  signUp(input: SignUpInput): Promise<IdentityReply | 'confirm_email'>;
  signIn(input: SignInInput): Promise<IdentityReply>;
  /**
   * `redirecting`: this page is being left, and the person comes back to it or to `next`.
   * `cancelled`: the person closed the window of Google, which is nothing to complain about.
   */
  signInWithGoogle(next: string): Promise<IdentityReply | 'redirecting' | 'cancelled'>;
  /** How an address can sign in; empty when that is not known, so that empty never means "no account". */
  signInMethods(email: string): Promise<string[]>;
  /** Resolves alike whether or not the address is known. */
  sendPasswordReset(input: ResetInput): Promise<void>;
  signOut(): Promise<void>;
  /**
   * Has the server erase the person, then whoever else holds the account. Refused with `recent_sign_in`
   * before anything is erased, where the provider deletes accounts only right after a sign-in.
   */
  erase(onServer: () => Promise<unknown>): Promise<void>;
  /** What every call carries as `Authorization: Bearer`; null where a cookie does that. */
  bearer(): Promise<string | null>;
}

/** A refusal that looks as if the server had made it. */
export function refusal(
  status: number,
  code: string,
  fields?: Readonly<Record<string, string>>,
): ApiError {
  return new ApiError(status, JSON.stringify({ error: { code, ...(fields && { fields }) } }));
}
