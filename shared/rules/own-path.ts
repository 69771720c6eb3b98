/**
 * A path of ours from an address's `next`, or `/`. Anything that a browser could read as another site
 * (`//x`, `/\x`, a scheme), and the sign-in page itself, is refused.
 */
export function ownPath(next: string): string {
  if (!/^\/(?![/\\])/.test(next)) return '/';
  try {
    const here = 'https://own.invalid';
    const url = new URL(next, here);
    if (url.origin !== here || /^\/(auth|\/)/.test(url.pathname)) return '/';
    return url.pathname + url.search + url.hash;
  } catch {
    return '/';
  }
}
