import type { FastifyRequest } from 'fastify';
import type { Language } from '#shared/contract/fields.ts';

const LANGUAGES: readonly string[] = ['en', 'fr'];
const COOKIE = /(?:^|;)\s*envol_lang=(en|fr)\s*(?:;|$)/;
const YEAR_IN_SECONDS = 31_536_000;

function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && LANGUAGES.includes(value);
}

/** The language a page's address asks for, `?lang=fr`, or null. */
export function askedLanguage(request: FastifyRequest): Language | null {
  const { lang } = request.query as { lang?: unknown };
  return isLanguage(lang) ? lang : null;
}

/** The language to answer in: what the address asks for, else what was chosen before, else the browser's, else English. */
export function pageLanguage(request: FastifyRequest): Language {
  const chosen = COOKIE.exec(request.headers.cookie ?? '')?.[1];
  return (
    askedLanguage(request) ??
    (isLanguage(chosen) ? chosen : null) ??
    acceptedLanguage(request.headers['accept-language'] ?? '')
  );
}

/** The cookie that remembers a choice for a year. The browser app may read and change it. */
export function languageCookie(language: Language, secure: boolean): string {
  const parts = [`envol_lang=${language}`, 'Path=/', `Max-Age=${YEAR_IN_SECONDS}`, 'SameSite=Lax'];
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ');
}

/** The one of our languages that an Accept-Language header prefers; English when it names neither. */
export function acceptedLanguage(header: string): Language {
  return preferred(header.replace(/\b([a-z]{2})-[a-z0-9-]+/gi, '$1'), ['en', 'fr']) ?? 'en';
}

/**
 * The choice a header of weighted values (RFC 9110, section 12.4.2) gives most weight; between equals
 * the first named wins. Null when it accepts none of them.
 */
export function preferred<const T extends string>(header: string, choices: readonly T[]): T | null {
  let best: T | null = null;
  let bestWeight = 0;
  for (const part of header.toLowerCase().split(',').slice(0, 20)) {
    const [name = '', ...parameters] = part.split(';').map((value) => value.trim());
    const q = parameters.find((value) => value.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    const choice = choices.find((value) => value === name);
    if (choice && weight > bestWeight) [best, bestWeight] = [choice, weight];
  }
  return best;
}
