/**
 * Returns `next`, normalised, if it is a safe path of this app, otherwise `/`. Anything that a browser could read as
 * another site (`//x`, `/\x`, a scheme) is refused, and so are the pages below `/auth`.
 */
export function sanitiseNextPath(next: string): string {
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

/**
 * Builds the link of an e-mail to a page for signed-in people alone: whoever is signed out signs in first. At the page's own
 * address they would read that there is no such page.
 */
export const buildSignedInLink = (baseUrl: string, path: string): string =>
  `${baseUrl}/auth?next=${encodeURIComponent(path).replaceAll('%2F', '/')}`;
