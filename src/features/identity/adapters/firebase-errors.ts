import { INVALID_FIREBASE_KEY } from '#shared/rules/firebase.ts';
import { ApiError } from '#web/lib/api.ts';
import { refusal } from '../model.ts';

const WRONG = () => refusal(401, 'wrong_credentials');
const MANY = () => refusal(429, 'too_many_requests');
const NETWORK = () => new ApiError(0, 'network');
const KEY = () => refusal(500, INVALID_FIREBASE_KEY);
const WEAK = () => refusal(400, 'invalid_input', { password: 'too_small' });
const NO_ADDRESS = () => refusal(400, 'invalid_input', { email: 'invalid_format' });
const UNUSABLE = () => refusal(422, 'email_unusable');
const SIGNED_OUT = () => refusal(401, 'unauthorised');

/** What Firebase refuses, in our codes. Which of address and password was wrong is nobody's to know. */
const KNOWN: Readonly<Record<string, () => ApiError>> = {
  'auth/invalid-credential': WRONG,
  'auth/invalid-login-credentials': WRONG,
  'auth/wrong-password': WRONG,
  'auth/user-not-found': WRONG,
  'auth/user-disabled': WRONG,
  'auth/invalid-email': NO_ADDRESS,
  'auth/missing-email': NO_ADDRESS,
  'auth/weak-password': WEAK,
  'auth/missing-password': WEAK,
  'auth/password-does-not-meet-requirements': WEAK,
  'auth/email-already-in-use': UNUSABLE,
  'auth/account-exists-with-different-credential': UNUSABLE,
  'auth/too-many-requests': MANY,
  'auth/quota-exceeded': MANY,
  'auth/network-request-failed': NETWORK,
  'auth/timeout': NETWORK,
  'auth/invalid-api-key': KEY,
  'auth/api-key-not-valid.-please-pass-a-valid-api-key.': KEY,
  'auth/requires-recent-login': () => refusal(401, 'recent_sign_in'),
  'auth/user-token-expired': SIGNED_OUT,
  'auth/invalid-user-token': SIGNED_OUT,
};

/** The code of an error of Firebase, such as `auth/popup-blocked`; an empty text for any other error. */
export function firebaseCode(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('auth/') ? code : '';
}

/**
 * The error to throw on for one that Firebase threw: ours where the code is known, else the same one,
 * after a line in the console with its code and nothing about the person.
 */
export function refusalFrom(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const code = firebaseCode(error);
  const known = KNOWN[code];
  if (known) return known();
  logged(`Signing in: ${code || 'an error that is not of Firebase'}`);
  return error;
}

/** A line in the browser's console, for whoever runs the installation. Never anything about a person. */
export function logged(line: string): void {
  // oxlint-disable-next-line no-console -- the specification (section 8) wants these errors logged
  console.error(line);
}
