import {
  createUniformChoice,
  COOKIE_CATEGORIES,
  type CookieCategory,
  type CookieChoice,
} from '#shared/rules/cookie-consent.ts';

const NAME = 'envol_allowed';
const VALUE = new RegExp(`(?:^|;)\\s*${NAME}=([a-z.]*)`);

/**
 * Builds the cookie by which the server knows which scripts the next page may load. It holds the allowed categories alone,
 * and is removed where there are none.
 */
export function buildAllowedCookie(choice: CookieChoice, until: Date, secure: boolean): string {
  const allowed = COOKIE_CATEGORIES.filter((category) => choice[category]).join('.');
  const end = allowed === '' ? 'Max-Age=0' : `Expires=${until.toUTCString()}`;
  const parts = [`${NAME}=${allowed}`, 'Path=/', end, 'HttpOnly', 'SameSite=Lax'];
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ');
}

/** Reads from a Cookie header which categories a page may load. */
export function readAllowed(cookies: string | undefined): CookieChoice {
  const names = VALUE.exec(cookies ?? '')?.[1]?.split('.') ?? [];
  const choice = createUniformChoice(false);
  for (const name of names) if (name in choice) choice[name as CookieCategory] = true;
  return choice;
}
