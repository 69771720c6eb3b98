import { importJWK, type JWK, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose';
import { AppError } from '#server/http/errors.ts';

const GOOGLE_KEYS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Cache lifetime of a reply without cache headers. */
const DEFAULT_FRESH_MS = 60 * MINUTE_MS;
/** How long known keys stay valid after the last successful fetch. */
const STALE_LIFETIME_MS = DAY_MS;
const TIMEOUT_MS = 3_000;
/** Minimum time between two fetches, so that invented key ids cannot flood the key server. */
const COOL_DOWN_MS = { afterAnswer: 30_000, afterFailure: 5_000 };
/** How far Google's clock may be ahead of ours. */
const SKEW_S = 30;
const MAX_TOKEN_LENGTH = 8_192;

type Key = Awaited<ReturnType<typeof importJWK>>;

/** The identity in a verified ID token. */
export interface VerifiedIdToken {
  uid: string;
  /** Empty when the account has none. */
  email: string;
  /** Whether Firebase knows that the person owns the address: Google's sign-in says so, a password does not. */
  emailConfirmed: boolean;
  name?: string;
  signedInAt: Date;
}

/**
 * Verifies an ID token; null when it is invalid.
 * @throws {AppError} `not_ready` when Google's keys cannot be fetched.
 */
export type IdTokenVerifier = (token: string) => Promise<VerifiedIdToken | null>;

interface Options {
  projectId: string;
  clock: () => Date;
  /** Accepts the unsigned tokens of the emulator, and no others. The settings allow it only for a demo. */
  emulator?: boolean;
  /** URL of the public keys; Google's by default. */
  keysUrl?: string;
}

/**
 * Creates a function that verifies ID tokens as Google specifies: signed with RS256 by one of its keys, for this
 * project's issuer and audience, not expired, not from the future
 * (firebase.google.com/docs/auth/admin/verify-id-tokens).
 */
export function createIdTokenVerifier({
  projectId,
  clock,
  emulator = false,
  keysUrl = GOOGLE_KEYS,
}: Options): IdTokenVerifier {
  const findKey = createKeyStore(keysUrl, clock);
  const getKey = async ({ kid }: { kid?: string }): Promise<Key> => {
    const key = kid === undefined ? null : await findKey(kid);
    if (!key) throw new Error('unknown key');
    return key;
  };
  return async (token) => {
    if (token.length > MAX_TOKEN_LENGTH) return null;
    const currentDate = clock();
    const expected = {
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      requiredClaims: ['exp', 'iat', 'auth_time', 'sub'],
      currentDate,
    };
    try {
      const { payload } = emulator
        ? UnsecuredJWT.decode(token, expected)
        : await jwtVerify(token, getKey, { ...expected, algorithms: ['RS256'] });
      return payload.aud === projectId ? toVerified(payload, currentDate) : null;
    } catch (error) {
      if (error instanceof AppError) throw error;
      return null;
    }
  };
}

function toVerified(claims: JWTPayload, now: Date): VerifiedIdToken | null {
  const { sub, iat, auth_time: signedInAt, email, email_verified: isVerified, name } = claims;
  const latest = now.getTime() / 1000 + SKEW_S;
  const isPast = (second: unknown): second is number =>
    typeof second === 'number' && second <= latest;
  if (!isPast(iat) || !isPast(signedInAt) || !isText(sub, 128)) return null;
  return {
    uid: sub,
    email: isText(email, 254) ? email : '',
    emailConfirmed: isVerified === true,
    ...(isText(name, 80) && { name }),
    signedInAt: new Date(signedInAt * 1000),
  };
}

/** Whether a value is a non-empty string that PostgreSQL can store, up to `longest` characters. */
function isText(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= longest &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value)
  );
}

/**
 * Creates a look-up of public keys by id. Keys are cached as long as the reply allows; when the key server
 * fails, known keys work for another day and unknown ones are refused.
 */
function createKeyStore(url: string, clock: () => Date): (kid: string) => Promise<Key | null> {
  let keys = new Map<string, Key>();
  let freshUntil = 0;
  let keptUntil = 0;
  let askAgainAt = 0;
  let failure: unknown;
  let pending: Promise<void> | undefined;
  const now = () => clock().getTime();

  async function refresh(): Promise<void> {
    try {
      const answer = await fetchKeys(url);
      keys = answer.keys;
      freshUntil = now() + answer.freshMs;
      keptUntil = now() + STALE_LIFETIME_MS;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    askAgainAt = now() + (failure ? COOL_DOWN_MS.afterFailure : COOL_DOWN_MS.afterAnswer);
  }

  return async (kid) => {
    const isKnown = keys.has(kid) && now() < freshUntil;
    if (!isKnown && (pending || now() >= askAgainAt)) {
      pending ??= refresh().finally(() => (pending = undefined));
      await pending;
    }
    const key = now() < keptUntil ? keys.get(kid) : undefined;
    if (key) return key;
    if (failure) throw new AppError('not_ready', undefined, { cause: failure });
    return null;
  };
}

async function fetchKeys(url: string): Promise<{ keys: Map<string, Key>; freshMs: number }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { signal, redirect: 'error' });
  if (!response.ok) throw new Error(`The key server answered ${response.status}.`);
  const { keys: found } = (await response.json()) as { keys: JWK[] };
  const usable = found.filter(({ kid, kty }) => kid !== undefined && kty === 'RSA');
  const keys = new Map(
    await Promise.all(
      usable.map(async ({ kid, kty, n, e }) => {
        return [kid ?? '', await importJWK({ kty, n, e }, 'RS256')] as const;
      }),
    ),
  );
  if (keys.size === 0) throw new Error('The key server named no key.');
  return { keys, freshMs: computeFreshMs(response.headers) };
}

/** Milliseconds for which an answer is fresh (RFC 9111), a day at most. */
function computeFreshMs(headers: Headers): number {
  const cacheControl = headers.get('cache-control') ?? '';
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const maxAge = /\bmax-age=(\d+)/i.exec(cacheControl)?.[1];
  if (maxAge === undefined) return DEFAULT_FRESH_MS;
  const age = Number.parseInt(headers.get('age') ?? '0', 10) || 0;
  return Math.min(Math.max(Number(maxAge) - age, 0) * 1000, STALE_LIFETIME_MS);
}
