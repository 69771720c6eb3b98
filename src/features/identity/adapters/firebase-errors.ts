import { INVALID_FIREBASE_KEY_CODE } from '#shared/rules/firebase.ts';
import { ApiError } from '#web/lib/api.ts';
import { createApiRefusal } from '../model.ts';
import { logError } from '#web/lib/log-error.ts';

const wrongCredentials = () => createApiRefusal(401, 'wrong_credentials');
const tooManyRequests = () => createApiRefusal(429, 'too_many_requests');
const networkError = () => new ApiError(0, 'network');
const invalidKey = () => createApiRefusal(500, INVALID_FIREBASE_KEY_CODE);
const weakPassword = () => createApiRefusal(400, 'invalid_input', { password: 'too_small' });
const invalidEmail = () => createApiRefusal(400, 'invalid_input', { email: 'invalid_format' });
const unusableEmail = () => createApiRefusal(422, 'email_unusable');
const signedOut = () => createApiRefusal(401, 'unauthorised');

/** Maps Firebase's error codes to ours. A wrong address and a wrong password give the same error. */
const ERRORS_BY_CODE: Readonly<Record<string, () => ApiError>> = {
  'auth/invalid-credential': wrongCredentials,
  'auth/invalid-login-credentials': wrongCredentials,
  'auth/wrong-password': wrongCredentials,
  'auth/user-not-found': wrongCredentials,
  'auth/user-disabled': wrongCredentials,
  'auth/invalid-email': invalidEmail,
  'auth/missing-email': invalidEmail,
  'auth/weak-password': weakPassword,
  'auth/missing-password': weakPassword,
  'auth/password-does-not-meet-requirements': weakPassword,
  'auth/email-already-in-use': unusableEmail,
  'auth/account-exists-with-different-credential': unusableEmail,
  'auth/too-many-requests': tooManyRequests,
  'auth/quota-exceeded': tooManyRequests,
  'auth/network-request-failed': networkError,
  'auth/timeout': networkError,
  'auth/invalid-api-key': invalidKey,
  'auth/api-key-not-valid.-please-pass-a-valid-api-key.': invalidKey,
  'auth/requires-recent-login': () => createApiRefusal(401, 'recent_sign_in'),
  'auth/user-token-expired': signedOut,
  'auth/invalid-user-token': signedOut,
};

/** Returns the code of a Firebase error, such as `auth/popup-blocked`; an empty string for any other error. */
export function getFirebaseErrorCode(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('auth/') ? code : '';
}

/**
 * Converts a Firebase error to an ApiError where its code is known; otherwise returns it unchanged and logs its code,
 * without personal data.
 */
export function toApiErrorIfKnownElseLog(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  const code = getFirebaseErrorCode(error);
  const known = ERRORS_BY_CODE[code];
  if (known) return known();
  logError(`Signing in: ${code || 'an error that is not of Firebase'}`);
  return error;
}
