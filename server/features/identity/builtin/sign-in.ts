import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import { countUse } from '#server/db/limits.ts';
import { findUserBySubject } from '#server/features/account/reads.ts';
import { queueEmail } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import {
  assertNotUsedUp,
  buildClientKey,
  buildLimitKey,
  consumeWithBackoff,
  resetLimit,
} from '#server/http/limits.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import { type BuiltinAuth, callBetterAuth } from '../service.ts';
import { describeDevice, readDeviceId, setDeviceCookie } from '../wire.ts';
import { endSession, endSurplusSessions, recordSecurityEvent, withAccountLock } from '../writes.ts';
import { isFirstSignIn } from './reads.ts';

const MINUTE_MS = 60_000;
const TRIES = { limit: 5, windowMs: MINUTE_MS };
/** An airport's Wi-Fi is one address: a bound for programs, which people who mistype together do not reach. */
const FAILURES_PER_ADDRESS = { limit: 100, windowMs: 15 * MINUTE_MS };

const FAILURES: ReadonlySet<ErrorCode> = new Set(['wrong_credentials', 'wrong_code']);

/** A try to sign in: the address typed, and the account that has it, if any. */
interface Attempt {
  request: FastifyRequest;
  email: string;
  uid: string | null;
  now: Date;
}

/**
 * Runs a sign-in within its limits. A device on which the account signed in before has tries of its own, so that
 * strangers who guess cannot lock its owner out (OWASP "device cookies"). Elsewhere an account has five tries a
 * minute, counted before they are evaluated; of an address only the failures count.
 * @throws {AppError} `too_many_requests`
 */
export async function limitSignIn<T>(
  { request, email, uid, now }: Attempt,
  signIn: () => Promise<T>,
): Promise<T> {
  const app = request.server;
  const { db } = app.dependencies;
  const device = uid && readDeviceId(request, app.dependencies, uid);
  const client = buildClientKey(request, 'sign-in');
  if (!device) await assertNotUsedUp(db, client, FAILURES_PER_ADDRESS, now);
  const tries = device
    ? buildLimitKey(app, 'sign-in-device', device)
    : buildLimitKey(app, 'sign-in', email.toLowerCase());
  await consumeWithBackoff(db, tries, TRIES, now);
  try {
    const result = await signIn();
    await resetLimit(db, tries);
    return result;
  } catch (error) {
    if (!device && error instanceof AppError && FAILURES.has(error.code))
      await countUse(db, client, FAILURES_PER_ADDRESS, now);
    throw error;
  }
}

interface Credentials {
  email: string;
  password: string;
  /** The code of an authenticator app, or a recovery code, where the account has a second factor. */
  code?: string | undefined;
  /** What better-auth is told of the browser. */
  headers: Headers;
  /** The sign-in session this browser had before, which ends. */
  former: string | null;
}

/**
 * Starts a sign-in session by e-mail and password, and by a code where the account has a second factor. Resolves to who
 * it is, and to the headers that set the cookie.
 * @throws {AppError} `wrong_credentials`; `code_required`, when the password is right; `wrong_code`
 */
export async function signInByPassword(
  auth: BuiltinAuth,
  db: Database,
  { email, password, code, headers, former }: Credentials,
) {
  const { headers: begun, response } = await callBetterAuth(() =>
    auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
  );
  const entered =
    'user' in response
      ? { headers: begun, user: response.user }
      : await enterCode(auth, code, begun);
  const { user } = entered;
  if (former !== null) await endSession(db, former);
  await endSurplusSessions(db, user.id);
  return { headers: entered.headers, identity: { uid: user.id, email: user.email } };
}

/** A code of an app has six digits; everything else is taken for a recovery code. */
const APP_CODE = /^\d{6}$/;

/** Finishes a sign-in with a code; better-auth knows which one it is by the cookie that it has just set. */
async function enterCode(auth: BuiltinAuth, typed: string | undefined, begun: Headers) {
  const code = typed?.replaceAll(/\s/g, '');
  if (!code) throw new AppError('code_required');
  const cookie = begun
    .getSetCookie()
    .map((pair) => pair.split(';', 1)[0])
    .join('; ');
  const given = { body: { code }, headers: new Headers({ cookie }), returnHeaders: true } as const;
  const { headers, response } = await callBetterAuth(() =>
    APP_CODE.test(code) ? auth.api.verifyTOTP(given) : auth.api.verifyBackupCode(given),
  );
  return { headers, user: response.user };
}

/**
 * Records a sign-in, remembers the browser for the account, and e-mails the owner when the browser is new; not on the
 * first sign-in, right after signing up.
 */
export async function recordSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { uid, email, now }: { uid: string; email: string; now: Date },
): Promise<void> {
  const deps = request.server.dependencies;
  const device = describeDevice(request.headers['user-agent']);
  const isKnown = readDeviceId(request, deps, uid) !== null;
  setDeviceCookie(request, reply, deps, uid);
  await withAccountLock(deps.db, uid, async (tx) => {
    const isExpected = isKnown || (await isFirstSignIn(tx, uid, now));
    const kind = isExpected ? 'signed_in' : 'signed_in_new_device';
    await recordSecurityEvent(tx, { uid, kind, device, now });
    if (isExpected) return;
    const profile = await findUserBySubject(tx, 'builtin', uid);
    const language = profile?.preferredLanguage ?? 'en';
    const timeZone = profile?.timeZone ?? 'UTC';
    const at = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
      dateStyle: 'long',
      timeStyle: 'long',
      timeZone,
    }).format(now);
    const values = { at, device: device ?? '–' };
    const link = `${deps.baseUrl}/auth?mode=forgot`;
    await queueEmail(deps, tx, { name: 'newDevice', to: email, language, link, values }, uid);
  });
}
