/** Maximum age in seconds of a token that is sent to the server (specification, section 9). */
const SYNC_WITHIN_S = 300;

/**
 * Returns whether a Firebase ID token is to be sent to the server: only if it was issued at most 300 s ago (both times
 * in seconds since 1970). An issue time ahead of this device's clock counts as now, because device clocks are often
 * slow.
 */
export function isTokenFreshForSync({
  issuedAtS,
  nowS,
}: {
  issuedAtS: number;
  nowS: number;
}): boolean {
  return nowS - issuedAtS <= SYNC_WITHIN_S;
}

/**
 * Returns whether a setting has the form of a Firebase API key: not blank and without a colon (specification, section
 * 5).
 */
export function isFirebaseApiKey(key: string | undefined): key is string {
  return key !== undefined && key.trim() !== '' && !key.includes(':');
}

/** Error code for a malformed Firebase API key, used for nothing else. */
export const INVALID_FIREBASE_KEY_CODE = 'invalid-api-key';

/**
 * Name of a cookie without personal data, set while a person is signed in with Firebase in this browser, so that the
 * server sends the app instead of the landing page. It grants no access.
 */
export const SIGNED_IN_HINT_COOKIE = 'envol_app';
