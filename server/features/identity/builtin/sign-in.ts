import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import { recordRateLimitUse } from '#server/db/rate-limits.ts';
import { AppError } from '#server/http/errors.ts';
import {
  assertRateLimitNotUsedUp,
  buildClientRateLimitKey,
  buildRateLimitKey,
  consumeRateLimitWithBackoff,
  resetRateLimit,
} from '#server/http/rate-limits.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import type { SignedChallenge } from '#shared/contract/passkeys.ts';
import { type BuiltinAuth, translateAuthErrors } from '../service.ts';
import {
  buildSessionCookie,
  describeDevice,
  readDeviceId,
  readSessionTokenFromSetCookie,
  setDeviceCookie,
} from '../wire.ts';
import {
  tryToMarkTotpCodeUsed,
  endSignInSession,
  endSurplusSignInSessions,
  recordSecurityEvent,
  replaceSignInSession,
  runIfAccountExists,
} from '../writes.ts';
import { createChallengeToSign, verifyAndConsumeSignedChallenge } from '../passkeys/writes.ts';
import type { RelyingParty } from '../passkeys/service.ts';
import { listUnconfirmedAccounts, MAX_TRIED_CLAIMS_PER_ADDRESS } from '../claims/reads.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { findUidByEmail, requireBuiltinAuthAdapter, isFirstSignIn } from './reads.ts';
import { queueSecurityEmailIfConfirmed } from './send-security-email.ts';

const MINUTE_MS = 60_000;
const TRIES = { limit: 5, windowMs: MINUTE_MS };
/** High, because an airport's Wi-Fi shares one address; it stops programs. */
const FAILURES_PER_ADDRESS = { limit: 100, windowMs: 15 * MINUTE_MS };

const FAILURES: ReadonlySet<ErrorCode> = new Set([
  'wrong_credentials',
  'wrong_code',
  'passkey_refused',
]);

/** An attempt to sign in: the address entered, and the accounts that hold or claim it. */
interface Attempt {
  request: FastifyRequest;
  email: string;
  uids: readonly string[];
  now: Date;
}

/**
 * Runs a sign-in unless too many were tried. A device on which the account has signed in before has its own tries, so
 * that strangers who guess passwords cannot lock the owner out (OWASP "device cookies"). Otherwise an account has five
 * tries a minute, successful or not, and the client's IP address a number of failures. A success resets the tries.
 * @throws {AppError} too_many_requests
 */
export async function signInWithinLimits<T>(
  { request, email, uids, now }: Attempt,
  signIn: () => Promise<T>,
): Promise<T> {
  const app = request.server;
  const { db } = app.dependencies;
  const device = uids
    .map((uid) => readDeviceId(request, app.dependencies, uid))
    .find((id) => id !== null);
  const client = buildClientRateLimitKey(request, 'sign-in');
  if (!device) await assertRateLimitNotUsedUp(db, client, FAILURES_PER_ADDRESS, now);
  const tries = device
    ? buildRateLimitKey(app, 'sign-in-device', device)
    : buildRateLimitKey(app, 'sign-in', email.toLowerCase());
  await consumeRateLimitWithBackoff(db, tries, TRIES, now);
  try {
    const result = await signIn();
    await resetRateLimit(db, tries);
    return result;
  } catch (error) {
    if (!device && error instanceof AppError && FAILURES.has(error.code))
      await recordRateLimitUse(db, client, FAILURES_PER_ADDRESS, now);
    throw error;
  }
}

interface Credentials {
  email: string;
  password: string;
  /** The code of an authenticator app, or a recovery code, if the account has a second factor. */
  code?: string | undefined;
  /** A challenge signed by a passkey, instead of a code. */
  passkey?: SignedChallenge | undefined;
  /** Where the account's passkeys work; without it none can be used. */
  party?: RelyingParty;
  headers: Headers;
  /** The token of the browser's former sign-in session, which ends. */
  former: string | null;
}

/**
 * Starts a sign-in session by e-mail and password, with a code or a passkey if the account has a second factor.
 * Resolves to the identity (uid and e-mail address) and the headers that set the cookie. The caller limits tries.
 * @throws {AppError} wrong_credentials; code_required (the password is right); wrong_code; passkey_refused
 */
export async function signInByPasswordWithoutLimits(
  deps: Pick<Dependencies, 'baseUrl' | 'secret' | 'clock'> & { auth: BuiltinAuth },
  db: Database,
  credentials: Credentials,
) {
  const { auth } = deps;
  const { email, password, code, passkey, headers, former } = credentials;
  const claims = await listUnconfirmedAccounts(db, email);
  const uid = await findByPassword(claims, password);
  if (uid !== null) {
    const identity = { uid, email: email.toLowerCase() };
    const opened = await openSession(deps, uid, headers);
    const token = readSessionTokenFromSetCookie(opened.headers, deps);
    await replaceSignInSession(db, { former, token, uid });
    await endSurplusSignInSessions(db, uid);
    return { ...opened, identity, usedRecoveryCode: false };
  }
  const { headers: begun, response } = await translateAuthErrors(() =>
    auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
  ).catch(async (error: unknown) => {
    // A wrong password takes as long, however many claim the address: time does not tell who has an account.
    for (let tried = claims.length; tried < MAX_TRIED_CLAIMS_PER_ADDRESS; tried++)
      await hashPassword(password);
    throw error;
  });
  const entered =
    'user' in response
      ? { headers: begun, user: response.user }
      : passkey || !code
        ? await signInByPasskey(deps, db, credentials)
        : await finishSignInWithCode(deps, db, code, begun);
  const { user } = entered;
  const usedRecoveryCode =
    code !== undefined && !passkey && !('user' in response) && !isAppCode(code);
  const token = readSessionTokenFromSetCookie(entered.headers, deps);
  await replaceSignInSession(db, { former, token, uid: user.id });
  await endSurplusSignInSessions(db, user.id);
  const identity = { uid: user.id, email: user.email };
  return { headers: entered.headers, identity, usedRecoveryCode };
}

/** A code of an app has six digits; any other is handled as a recovery code. */
const APP_CODE = /^\d{6}$/;
const isAppCode = (typed: string) => APP_CODE.test(typed.replaceAll(/\s/g, ''));

/**
 * Finishes a sign-in with a code; better-auth identifies the sign-in by the cookie that it has just set.
 * @throws {AppError} wrong_code, also for a code that was used before (RFC 6238, section 5.2)
 */
async function finishSignInWithCode(
  { auth, secret, clock }: Pick<Dependencies, 'secret' | 'clock'> & { auth: BuiltinAuth },
  db: Database,
  typed: string,
  begun: Headers,
) {
  const code = typed.replaceAll(/\s/g, '');
  const isOfApp = isAppCode(code);
  const cookie = begun
    .getSetCookie()
    .map((pair) => pair.split(';', 1)[0])
    .join('; ');
  const given = { body: { code }, headers: new Headers({ cookie }), returnHeaders: true } as const;
  const { headers, response } = await translateAuthErrors(() =>
    isOfApp ? auth.api.verifyTOTP(given) : auth.api.verifyBackupCode(given),
  );
  const { user, token } = response;
  if (isOfApp && !(await tryToMarkTotpCodeUsed(db, { secret, uid: user.id, code, now: clock() }))) {
    await endSignInSession(db, token ?? '');
    throw new AppError('wrong_code');
  }
  return { headers, user };
}

/**
 * Finishes a sign-in, whose password was right, with a challenge signed by a passkey.
 * @throws {AppError} code_required (none is given) or passkey_refused, both with a challenge to sign in
 * `fields.passkey`
 */
async function signInByPasskey(
  deps: Pick<Dependencies, 'baseUrl' | 'secret' | 'clock'> & { auth: BuiltinAuth },
  db: Database,
  { email, passkey, party, headers }: Credentials,
) {
  const uid = await findUidByEmail(db, email);
  if (uid === null) throw new AppError('wrong_credentials');
  const refuse = async (code: ErrorCode, cause?: unknown) => {
    const challenge = party ? await createChallengeToSign(db, uid, party.rpId) : null;
    const fields = challenge ? { passkey: JSON.stringify(challenge) } : undefined;
    return new AppError(code, fields, { cause });
  };
  if (!passkey || !party) throw await refuse('code_required');
  const used = { uid, signed: passkey, party, now: deps.clock() };
  await verifyAndConsumeSignedChallenge(deps.auth, db, used).catch(async (error: unknown) => {
    throw error instanceof AppError ? await refuse(error.code, error) : error;
  });
  return { ...(await openSession(deps, uid, headers)), user: { id: uid, email } };
}

/** Opens a session of an account whose owner has signed in; resolves to the headers that set its cookie. */
async function openSession(
  deps: Pick<Dependencies, 'baseUrl' | 'secret'> & { auth: BuiltinAuth },
  uid: string,
  headers: Headers,
): Promise<{ headers: Headers }> {
  const adapter = await requireBuiltinAuthAdapter(deps.auth);
  const userAgent = headers.get('user-agent') ?? '';
  const { token } = await adapter.createSession(uid, false, { userAgent });
  return { headers: new Headers({ 'set-cookie': buildSessionCookie(deps, token) }) };
}

/** Returns the account among those that claim an address which has this password; null when none has. */
async function findByPassword(
  claims: Awaited<ReturnType<typeof listUnconfirmedAccounts>>,
  password: string,
): Promise<string | null> {
  for (const { uid, hash } of claims)
    if (await verifyPassword({ hash: hash ?? '', password })) return uid;
  return null;
}

/**
 * Records a sign-in as a security event and sets the device cookie of the browser; e-mails the owner when the browser
 * is new, except for the first sign-in after signing up, and when a recovery code was used.
 */
export async function recordSignInAndEmailIfNewDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { uid, now, usedRecoveryCode = false }: { uid: string; now: Date; usedRecoveryCode?: boolean },
): Promise<void> {
  const deps = request.server.dependencies;
  const device = describeDevice(request.headers['user-agent']);
  const isKnown = readDeviceId(request, deps, uid) !== null;
  setDeviceCookie(request, reply, deps, uid);
  await runIfAccountExists(deps.db, uid, async (tx) => {
    const isExpected = isKnown || (await isFirstSignIn(tx, uid, now));
    const kind = isExpected ? 'signed_in' : 'signed_in_new_device';
    await recordSecurityEvent(tx, { uid, kind, device, now });
    if (!isExpected)
      await queueSecurityEmailIfConfirmed(deps, tx, { uid, name: 'newDevice', device, now });
    if (!usedRecoveryCode) return;
    await recordSecurityEvent(tx, { uid, kind: 'recovery_code_used', device, now });
    await queueSecurityEmailIfConfirmed(deps, tx, { uid, name: 'recoveryCodeUsed', device, now });
  });
}
