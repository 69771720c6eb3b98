import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type CookieSettings, readValuesOfCookie } from '#server/features/identity/wire.ts';

/** How long a browser is let into the studio after a code. */
const LIFETIME_S = 12 * 3600;

/** What a code opens: one second factor, for one sign-in. */
export interface SecondFactorSession {
  factorId: string;
  /** When the person signed in: another sign-in needs another code. */
  signedInAt: Date;
}

// As that of the sign-in cookie: the prefix binds it to this host, and needs https.
const getCookieName = ({ baseUrl }: CookieSettings): string =>
  baseUrl.startsWith('https:') ? '__Host-envol.second' : 'envol.second';

/** Builds the cookie that says that a code was given for this sign-in; it ends after twelve hours. */
export function buildSecondFactorCookie(
  settings: CookieSettings,
  opened: SecondFactorSession,
  now: Date,
): string {
  const end = Math.floor(now.getTime() / 1000) + LIFETIME_S;
  const secure = settings.baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${getCookieName(settings)}=${end}.${sign(settings, opened, end)}; Max-Age=${LIFETIME_S}; Path=/; HttpOnly${secure}; SameSite=Strict`;
}

/** Whether a request has a cookie of `buildSecondFactorCookie` for this second factor and sign-in. */
export function hasSecondFactorCookie(
  settings: CookieSettings,
  request: FastifyRequest,
  opened: SecondFactorSession,
  now: Date,
): boolean {
  return readValuesOfCookie(request, getCookieName(settings)).some((value) => {
    const [end = '', signature = ''] = value.split('.');
    if (!/^\d{1,12}$/.test(end) || Number(end) * 1000 <= now.getTime()) return false;
    const expected = Buffer.from(sign(settings, opened, Number(end)));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function sign(
  { secret }: CookieSettings,
  { factorId, signedInAt }: SecondFactorSession,
  end: number,
): string {
  const text = `second factor:${factorId}:${signedInAt.getTime()}:${end}`;
  return createHmac('sha256', secret).update(text).digest('base64url');
}
