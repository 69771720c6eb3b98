import {
  createUniformCookieChoice,
  COOKIE_CATEGORIES,
  type CookieCategory,
  type CookieChoice,
} from '#shared/rules/cookie-consent.ts';

const NAME = 'envol_allowed';
const VALUE = new RegExp(`(?:^|;)\\s*${NAME}=([a-z.]*)`);

/**
 * Builds the Set-Cookie value by which the server knows which optional scripts the next page may load: the allowed
 * categories, until `until`. When none is allowed, it deletes the cookie.
 */
export function buildConsentCookie(choice: CookieChoice, until: Date, secure: boolean): string {
  const allowed = COOKIE_CATEGORIES.filter((category) => choice[category]).join('.');
  const end = allowed === '' ? 'Max-Age=0' : `Expires=${until.toUTCString()}`;
  const parts = [`${NAME}=${allowed}`, 'Path=/', end, 'HttpOnly', 'SameSite=Lax'];
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ');
}

/**
 * Reads our cookie from a Cookie header: for each category of optional scripts, whether the person allows it. All false
 * when the cookie is absent or malformed.
 */
export function parseConsentCookie(cookies: string | undefined): CookieChoice {
  const names = VALUE.exec(cookies ?? '')?.[1]?.split('.') ?? [];
  const choice = createUniformCookieChoice(false);
  for (const name of names) if (name in choice) choice[name as CookieCategory] = true;
  return choice;
}
