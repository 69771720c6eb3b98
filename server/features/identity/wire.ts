import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireSiteOrigin } from '#server/http/origin.ts';
import type { RelyingParty } from './passkeys/service.ts';

/** Builds the headers passed to better-auth: cookies and a coarse browser name, nothing else. */
export function buildBetterAuthHeaders({ headers }: FastifyRequest): Headers {
  const device = describeDevice(headers['user-agent']);
  return new Headers({
    ...(headers.cookie && { cookie: headers.cookie }),
    ...(device && { 'user-agent': device }),
  });
}

/** Copies the cookies of a reply of better-auth to our reply. */
export function forwardCookies(reply: FastifyReply, headers: Headers | null | undefined): void {
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
 * Returns a coarse name of a browser and system from its User-Agent, such as `Firefox, Android`; too coarse to identify
 * a device. Null when unknown.
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
 * Returns the name of the sign-in cookie. Over https it has the prefix `__Host-` (RFC 6265bis), which binds it to this
 * host, so that no neighbouring subdomain can plant one; the prefix needs https, so over http it is absent.
 */
export function getSessionCookieName(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-envol.session' : 'envol.session';
}

const SESSION_MAX_AGE_S = 30 * 86_400;

/** Builds the sign-in cookie for a session's token, as better-auth does. */
export function buildSessionCookie({ baseUrl, secret }: CookieSettings, token: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const value = encodeURIComponent(`${token}.${signature}`);
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${getSessionCookieName(baseUrl)}=${value}; Max-Age=${SESSION_MAX_AGE_S}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

/** Lists the values that a request sends for a cookie, undecoded; several when a person has planted another. */
export function readValuesOfCookie({ headers }: FastifyRequest, name: string): string[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
}

/**
 * Reads and verifies the session token of a request; null if missing, unsigned, wrongly signed or sent twice.
 * better-auth signs its cookies as `token.signature` (HMAC-SHA-256, base64).
 */
export function readSessionToken(
  request: FastifyRequest,
  { baseUrl, secret }: CookieSettings,
): string | null {
  const values = readValuesOfCookie(request, getSessionCookieName(baseUrl));
  return values.length === 1 ? verifySessionToken(values[0] ?? '', secret) : null;
}

/** Reads the session token from the sign-in cookie that a reply of better-auth sets; null when it sets none. */
export function readSessionTokenFromSetCookie(
  headers: Headers,
  { baseUrl, secret }: CookieSettings,
): string | null {
  const name = `${getSessionCookieName(baseUrl)}=`;
  const set = headers.getSetCookie().find((cookie) => cookie.startsWith(name));
  return set ? verifySessionToken(set.slice(name.length).split(';', 1)[0] ?? '', secret) : null;
}

/** Maximum number of cookies whose checked signature is remembered, so that only their first request checks it. */
const MAX_KNOWN_COOKIES = 10_000;
const knownCookies = new Map<string, Map<string, string>>();

/** Returns the token of a sign-in cookie, null unless its signature is valid. Whether the session exists says the database. */
function verifySessionToken(value: string, secret: string): string | null {
  const known = knownCookies.get(secret) ?? new Map<string, string>();
  const verified = known.get(value);
  if (verified !== undefined) return verified;
  const token = checkSignature(value, secret);
  if (token === null) return null;
  if (known.size >= MAX_KNOWN_COOKIES) known.clear();
  knownCookies.set(secret, known.set(value, token));
  return token;
}

function checkSignature(value: string, secret: string): string | null {
  const [token = '', signature = ''] = safeDecode(value).split('.', 2);
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

/** How many accounts one browser is remembered for, so that a family's tablet is. */
const MAX_ACCOUNTS = 4;
/** Browsers keep no cookie for longer (RFC 6265bis, 5.5). */
const DEVICE_MAX_AGE_S = 400 * 86_400;

const getDeviceCookieName = (baseUrl: string) =>
  baseUrl.startsWith('https:') ? '__Host-envol.device' : 'envol.device';

function signDevice(secret: string, uid: string, id: string): string {
  return createHmac('sha256', secret).update(`device:${uid}:${id}`).digest('base64url');
}

/** Each entry is `id.signature`; the signature binds it to an account without naming it. */
function readDeviceEntries(request: FastifyRequest, baseUrl: string): string[] {
  const values = readValuesOfCookie(request, getDeviceCookieName(baseUrl));
  const entries = values.length === 1 ? (values[0] ?? '').split('~') : [];
  return entries.filter((entry) => /^[\w-]{16}\.[\w-]{43}$/.test(entry)).slice(0, MAX_ACCOUNTS);
}

/**
 * Returns the id that a browser got when an account signed in on it (OWASP "device cookie"); null for a browser on which
 * the account never signed in.
 */
export function readDeviceId(
  request: FastifyRequest,
  { baseUrl, secret }: CookieSettings,
  uid: string,
): string | null {
  for (const entry of readDeviceEntries(request, baseUrl)) {
    const [id = '', signature = ''] = entry.split('.');
    const expected = Buffer.from(signDevice(secret, uid, id));
    const given = Buffer.from(signature);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return id;
  }
  return null;
}

/** Sets the cookie by which the browser of a request is known as one on which the account has signed in. */
export function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, secret }: CookieSettings,
  uid: string,
): void {
  const known = readDeviceId(request, { baseUrl, secret }, uid);
  const id = known ?? randomBytes(12).toString('base64url');
  const own = `${id}.${signDevice(secret, uid, id)}`;
  const others = readDeviceEntries(request, baseUrl).filter((entry) => entry !== own);
  const value = [own, ...others].slice(0, MAX_ACCOUNTS).join('~');
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${getDeviceCookieName(baseUrl)}=${value}; Max-Age=${DEVICE_MAX_AGE_S}; Path=/; HttpOnly${secure}; SameSite=Lax`,
  );
}

/** Returns the WebAuthn relying party of a request: the origin of its page and its domain. */
export function toRelyingParty(request: FastifyRequest): RelyingParty {
  const origin = requireSiteOrigin(request);
  return { origin, rpId: new URL(origin).hostname };
}
