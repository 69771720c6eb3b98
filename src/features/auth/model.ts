import { sanitiseNextPath } from '#shared/rules/own-path.ts';
import { type FieldFaultKey, getFieldFaultKeys } from '#web/lib/error-message.ts';

/** The two modes of the credentials form. */
export type CredentialsMode = 'sign-in' | 'sign-up';

/** Every view of the auth page: the form, a forgotten password, and the targets of links in our e-mails. */
export const AUTH_VIEWS = [
  'sign-in',
  'sign-up',
  'forgot',
  'reset',
  'confirm-sign-up',
  'invited',
  'confirm-email',
  'lock',
] as const;
export type AuthView = (typeof AUTH_VIEWS)[number];

/** Reads the view from the URL's `mode` parameter; `sign-in` where that is missing or unknown. */
export function parseAuthView(search: string): AuthView {
  const asked = new URLSearchParams(search).get('mode');
  return AUTH_VIEWS.find((face) => face === asked) ?? 'sign-in';
}

/** Returns whether a signed-in person may use this view: only those reached from an e-mail's link. */
export function isAuthViewAllowedWhenSignedIn(view: AuthView): boolean {
  return view === 'reset' || view === 'lock' || view === 'invited' || view.startsWith('confirm');
}

/** The content of the hash in an e-mail's link: the secret, and the account's e-mail where the link has it. */
export interface EmailLinkSecret {
  token: string;
  email: string;
}

/** Parses a hash of the form `#secret/address`; a part that is missing or malformed is an empty string. */
export function parseEmailLinkSecret(hash: string): EmailLinkSecret {
  const [token = '', email = ''] = hash.slice(1).split('/', 2);
  try {
    return { token, email: decodeURIComponent(email) };
  } catch {
    return { token, email: '' };
  }
}

/** Returns the path to open after signing in: the URL's `next` parameter if it is a path of this app, else `/`. */
export function parseNextPath(search: string): string {
  return sanitiseNextPath(new URLSearchParams(search).get('next') ?? '');
}

export interface Credentials {
  email: string;
  password: string;
}

/** The key of the sentence that says what is wrong with a field. */
export type CredentialFaultKey =
  | `auth:fields.${'emailMissing' | 'passwordMissing' | 'passwordShort' | 'passwordLong'}`
  | FieldFaultKey;
export type CredentialFaultKeys = Partial<Record<keyof Credentials, CredentialFaultKey>>;

const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 128;

/**
 * Validates the credentials that a form asks for. The length of a password is checked only when a new one is chosen.
 */
export function validateCredentials(
  { email, password }: Partial<Credentials>,
  mode: CredentialsMode,
): CredentialFaultKeys {
  return {
    ...(email !== undefined && validateEmail(email.trim())),
    ...(password !== undefined && validatePassword(password, mode)),
  };
}

/** Checks that an e-mail address is present and plausible; returns its fault, or an empty object. */
function validateEmail(email: string): CredentialFaultKeys {
  if (email === '') return { email: 'auth:fields.emailMissing' };
  // The server validates addresses; this only catches obvious mistakes.
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? {} : { email: 'errors:field.not_an_email' };
}

/**
 * Checks that a password is present, not too long and, when it is being chosen, not too short; returns its fault, or an
 * empty object.
 */
function validatePassword(password: string, mode: CredentialsMode): CredentialFaultKeys {
  if (password === '') return { password: 'auth:fields.passwordMissing' };
  if (password.length > MAX_PASSWORD_LENGTH) return { password: 'auth:fields.passwordLong' };
  return mode === 'sign-up' && password.length < MIN_PASSWORD_LENGTH
    ? { password: 'auth:fields.passwordShort' }
    : {};
}

/**
 * Converts the server's refusal of a sign-in or sign-up to the faults of the e-mail and password fields; empty for any
 * other error.
 */
export function toCredentialFaultKeys(error: unknown): CredentialFaultKeys {
  const { email, password } = getFieldFaultKeys(error, { password_too_common: 'password' });
  return {
    ...(email && { email }),
    ...(password && {
      password: password === 'errors:field.too_small' ? 'auth:fields.passwordShort' : password,
    }),
  };
}
