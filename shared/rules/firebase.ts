/** How old a token may be, in seconds, and still be told to the server (specification, section 9). */
const SYNC_WITHIN_S = 300;

/**
 * Returns whether to send a token to the server: only if it was issued at most 300 s ago. An issue time ahead of this
 * device's clock counts as now, because device clocks are often late.
 */
export function isTokenToSync({ issuedAtS, nowS }: { issuedAtS: number; nowS: number }): boolean {
  return nowS - issuedAtS <= SYNC_WITHIN_S;
}

/** Returns whether a key of Firebase can be one: present, and no colon in it (specification, section 5). */
export function isFirebaseKey(key: string | undefined): key is string {
  return key !== undefined && key.trim() !== '' && !key.includes(':');
}

/** The code of a key that is none, and of nothing else. */
export const INVALID_FIREBASE_KEY = 'invalid-api-key';

/**
 * A cookie without anything about a person in it: somebody signed in with Firebase on this browser, so
 * that the server sends the app instead of the page for visitors. Nobody is let in by it.
 */
export const SIGNED_IN_HINT = 'envol_app';
