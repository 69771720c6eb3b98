import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { isLanguage, type Language, LANGUAGES } from '#shared/rules/languages.ts';

const COOKIE = /(?:^|;)\s*envol_lang=([a-z]+)\s*(?:;|$)/;
const YEAR_IN_SECONDS = 31_536_000;

/** Returns the language of the query `?lang=`; null when it is missing or not ours. */
export function readQueryLanguage(request: FastifyRequest): Language | null {
  const { lang } = request.query as { lang?: unknown };
  return isLanguage(lang) ? lang : null;
}

/** Returns the language to reply in: that of the query, else of the cookie, else of the browser, else English. */
export function choosePageLanguage(request: FastifyRequest): Language {
  const chosen = COOKIE.exec(request.headers.cookie ?? '')?.[1];
  return (
    readQueryLanguage(request) ??
    (isLanguage(chosen) ? chosen : null) ??
    parseAcceptLanguage(request.headers['accept-language'] ?? '')
  );
}

/** Builds the Set-Cookie value that remembers a language for a year. The browser app may read and change it. */
export function buildLanguageCookie(language: Language, secure: boolean): string {
  const parts = [`envol_lang=${language}`, 'Path=/', `Max-Age=${YEAR_IN_SECONDS}`, 'SameSite=Lax'];
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ');
}

/**
 * Returns the one of our languages that an Accept-Language header (RFC 9110, section 12.5.4) prefers; English when it
 * names none.
 */
export function parseAcceptLanguage(header: string): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': header } });
  return LANGUAGES.find((language) => language === negotiator.language(LANGUAGES)) ?? 'en';
}
