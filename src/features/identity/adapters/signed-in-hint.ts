import { SIGNED_IN_HINT } from '#shared/rules/firebase.ts';

const YEAR_S = 31_536_000;

/**
 * Sets or removes a cookie that tells the server whether somebody is signed in, without saying who. Pages are
 * requested without a token, and the cookie decides between the app and the public page.
 */
export function setSignedInHint(isSignedIn: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const lasts = isSignedIn ? YEAR_S : 0;
  document.cookie = `${SIGNED_IN_HINT}=1; Path=/; Max-Age=${lasts}; SameSite=Lax${secure}`;
}
