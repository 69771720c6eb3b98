import { SIGNED_IN_HINT } from '#shared/rules/firebase.ts';

const YEAR_S = 31_536_000;

/**
 * Leaves a note for the server that somebody is signed in here, or takes it away. It says nothing about
 * anybody: a page is asked for without a token, and this decides between the app and the page for visitors.
 */
export function noteSignedIn(isSignedIn: boolean): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const lasts = isSignedIn ? YEAR_S : 0;
  document.cookie = `${SIGNED_IN_HINT}=1; Path=/; Max-Age=${lasts}; SameSite=Lax${secure}`;
}
