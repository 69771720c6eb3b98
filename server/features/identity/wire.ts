import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers passed to better-auth: cookies and a coarse browser name, nothing else. */
export function toAuthHeaders({ headers }: FastifyRequest): Headers {
  const device = describeDevice(headers['user-agent']);
  return new Headers({
    ...(headers.cookie && { cookie: headers.cookie }),
    ...(device && { 'user-agent': device }),
  });
}

/** Hands better-auth's cookies to the browser. */
export function setCookies(reply: FastifyReply, headers: Headers | null | undefined): void {
  for (const cookie of headers?.getSetCookie() ?? []) void reply.header('set-cookie', cookie);
}

// The first match counts: most browsers also claim to be Safari, and Edge to be Chrome.
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/**
 * Coarse name of a browser and system from its User-Agent, such as `Firefox, Android`; too coarse to identify a
 * device. Null when unknown.
 */
export function describeDevice(userAgent: string | undefined): string | null {
  const named = [BROWSERS, SYSTEMS].flatMap(
    (list) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? [],
  );
  return named.length > 0 ? named.join(', ') : null;
}

/** The base URL and the secret that signs cookies. */
export interface CookieSettings {
  baseUrl: string;
  secret: string;
}

/**
 * The name of the sign-in cookie. Over https it is bound to this very host (RFC 6265bis, `__Host-`), so
 * that no neighbouring subdomain can plant one; that prefix asks for https, so without it the name is plain.
 */
export function getSessionCookieName(address: string): string {
  return address.startsWith('https:') ? '__Host-envol.session' : 'envol.session';
}

/**
 * Reads and verifies the session token of a request; null if missing, unsigned, wrongly signed or sent twice.
 * better-auth signs its cookies as `token.signature` (HMAC-SHA-256, base64).
 */
export function readSessionToken(
  request: FastifyRequest,
  { baseUrl, secret }: CookieSettings,
): string | null {
  const name = getSessionCookieName(baseUrl);
  const values = (request.headers.cookie ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
  const signed = values.length === 1 ? safeDecode(values[0] ?? '') : '';
  const [token = '', signature = ''] = signed.split('.', 2);
  if (!/^[A-Za-z0-9]{16,128}$/.test(token)) return null;
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
