import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import type {
  ChallengeToSign,
  CreatedPasskey,
  PasskeyCreationOptions,
  SignedChallenge,
} from '#shared/contract/passkeys.ts';
import { consumeLinkToken, createLinkToken } from '../builtin/issue-link.ts';
import { hasSecondFactor } from '../builtin/reads.ts';
import type { BuiltinAuth } from '../service.ts';
import { authPasskeys, authTwoFactors, authUsers } from '../table.ts';
import { endOtherSignInSessions, recordSecurityEvent } from '../writes.ts';
import {
  findPasskey,
  listPasskeyCredentials,
  listPasskeys,
  MAX_PASSKEYS_PER_ACCOUNT,
} from './reads.ts';
import {
  PASSKEY_ALGORITHMS,
  readUnverifiedChallenge,
  type RelyingParty,
  verifyCreatedPasskey,
  verifySignedChallengeAndGetCounter,
} from './service.ts';

/** How long a challenge is valid, so that people can fetch their key. */
const LIFETIME_MS = 10 * 60_000;

const createChallenge = (db: Database, purpose: 'passkey-new' | 'passkey-sign-in', uid: string) =>
  createLinkToken(db, { purpose, value: uid, lifetimeMs: LIFETIME_MS, uid });

/**
 * Consumes a challenge, which is valid once.
 * @throws {AppError} passkey_refused when it was not issued to this identity
 */
async function consumeChallenge(
  auth: BuiltinAuth,
  purpose: 'passkey-new' | 'passkey-sign-in',
  { uid, clientDataJSON }: { uid: string; clientDataJSON: string },
): Promise<string> {
  const challenge = readUnverifiedChallenge(clientDataJSON);
  const owner = await consumeLinkToken(auth, purpose, challenge).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError('passkey_refused', undefined, { cause });
  });
  if (owner !== uid) throw new AppError('passkey_refused');
  return challenge;
}

/**
 * Returns the options with which a browser creates a passkey, with a challenge valid for ten minutes. Nothing else is
 * stored; addPasskeyAndTurnOnSecondFactor completes it.
 * @throws {AppError} too_many (MAX_PASSKEYS_PER_ACCOUNT are stored)
 */
export async function createPasskeyOptions(
  db: Database,
  { uid, email }: { uid: string; email: string },
  rpId: string,
): Promise<Omit<PasskeyCreationOptions, 'recoveryCodes'>> {
  const existing = await listPasskeyCredentials(db, uid);
  if (existing.length >= MAX_PASSKEYS_PER_ACCOUNT) throw new AppError('too_many');
  return {
    challenge: await createChallenge(db, 'passkey-new', uid),
    rp: { id: rpId, name: PRODUCT_NAME },
    user: { id: Buffer.from(uid).toString('base64url'), name: email, displayName: email },
    algorithms: PASSKEY_ALGORITHMS,
    existing,
  };
}

interface AddedPasskey {
  uid: string;
  /** The token of the session that adds it; the only one that continues when the others end. */
  session: string | null;
  /** Coarse name of the browser (describeDevice), the passkey's first name. */
  device: string | null;
  created: CreatedPasskey;
  party: RelyingParty;
  now: Date;
}

/**
 * Verifies and stores a passkey of an identity and returns it. If it is the first second factor, sign-in by password
 * requires one from now on, and all other sessions end.
 * @throws {AppError} passkey_refused; conflict (it is stored already); too_many (MAX_PASSKEYS_PER_ACCOUNT are stored)
 */
export async function addPasskeyAndTurnOnSecondFactor(
  auth: BuiltinAuth,
  db: Database,
  { uid, session, device, created, party, now }: AddedPasskey,
) {
  const { clientDataJSON, transports } = created;
  const challenge = await consumeChallenge(auth, 'passkey-new', { uid, clientDataJSON });
  const key = await verifyCreatedPasskey(created, { ...party, challenge });
  return db.transaction(async (tx) => {
    await lockAccount(tx, uid);
    if ((await listPasskeys(tx, uid)).length >= MAX_PASSKEYS_PER_ACCOUNT)
      throw new AppError('too_many');
    const [added] = await tx
      .insert(authPasskeys)
      .values({ ...key, userId: uid, name: device ?? 'Passkey', transports, createdAt: now })
      .onConflictDoNothing({ target: authPasskeys.credentialId })
      .returning();
    if (!added) throw new AppError('conflict');
    const isFirst = !(await hasSecondFactor(tx, uid));
    await recordSecurityEvent(tx, { uid, kind: 'passkey_added', device, now });
    if (isFirst) {
      await setSecondFactor(tx, uid, true);
      await endOtherSignInSessions(tx, uid, session ?? '');
      await recordSecurityEvent(tx, { uid, kind: 'second_factor_on', device, now });
    }
    return added;
  });
}

/** Renames a passkey of an identity and returns it. @throws {AppError} not_found */
export async function renamePasskey(
  db: Database,
  uid: string,
  { id, name }: { id: string; name: string },
) {
  const [renamed] = await db
    .update(authPasskeys)
    .set({ name })
    .where(and(eq(authPasskeys.id, id), eq(authPasskeys.userId, uid)))
    .returning();
  if (!renamed) throw new AppError('not_found');
  return renamed;
}

/**
 * Removes a passkey of an identity. With the last one, unless an authenticator app is set up, the second factor is
 * turned off and the recovery codes are deleted.
 * @throws {AppError} not_found
 */
export async function removePasskeyAndEndSecondFactorIfLast(
  db: Database,
  { uid, id, device, now }: { uid: string; id: string; device: string | null; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, uid);
    const removed = await tx
      .delete(authPasskeys)
      .where(and(eq(authPasskeys.id, id), eq(authPasskeys.userId, uid)))
      .returning({ id: authPasskeys.id });
    if (removed.length === 0) throw new AppError('not_found');
    await recordSecurityEvent(tx, { uid, kind: 'passkey_removed', device, now });
    if ((await listPasskeys(tx, uid)).length > 0 || (await hasApp(tx, uid))) return;
    await tx.delete(authTwoFactors).where(eq(authTwoFactors.userId, uid));
    await setSecondFactor(tx, uid, false);
    await recordSecurityEvent(tx, { uid, kind: 'second_factor_off', device, now });
  });
}

/** Deletes every passkey of an identity; the second factor stays on, and no event is recorded. */
export async function removeAllPasskeys(db: Database, uid: string): Promise<void> {
  await db.delete(authPasskeys).where(eq(authPasskeys.userId, uid));
}

/**
 * Turns the second factor of an identity off, for an owner who can't use it any more: deletes the key of the app, the
 * recovery codes and the passkeys. Resolves to whether it was on. The caller provides the transaction.
 */
export async function turnOffSecondFactorAndCheckIfOn(
  tx: Database,
  uid: string,
  now: Date,
): Promise<boolean> {
  await lockAccount(tx, uid);
  if (!(await hasSecondFactor(tx, uid))) return false;
  await setSecondFactor(tx, uid, false);
  await tx.delete(authTwoFactors).where(eq(authTwoFactors.userId, uid));
  await removeAllPasskeys(tx, uid);
  await recordSecurityEvent(tx, { uid, kind: 'second_factor_off', device: null, now });
  return true;
}

/** Creates a challenge, valid for ten minutes, for the passkeys of an identity; null when it has none. */
export async function createChallengeToSign(
  db: Database,
  uid: string,
  rpId: string,
): Promise<ChallengeToSign | null> {
  const passkeys = await listPasskeyCredentials(db, uid);
  if (passkeys.length === 0) return null;
  return { challenge: await createChallenge(db, 'passkey-sign-in', uid), rpId, passkeys };
}

/**
 * Verifies a challenge signed by a passkey of an identity, which is valid once, and updates the passkey's counter.
 * @throws {AppError} passkey_refused
 */
export async function verifyAndConsumeSignedChallenge(
  auth: BuiltinAuth,
  db: Database,
  {
    uid,
    signed,
    party,
    now,
  }: { uid: string; signed: SignedChallenge; party: RelyingParty; now: Date },
): Promise<void> {
  const { clientDataJSON } = signed;
  const challenge = await consumeChallenge(auth, 'passkey-sign-in', { uid, clientDataJSON });
  const passkey = await findPasskey(db, uid, signed.id);
  if (!passkey) throw new AppError('passkey_refused');
  const counter = await verifySignedChallengeAndGetCounter(signed, {
    ...party,
    challenge,
    passkey,
  });
  // A counter that went back means that the key was copied.
  const used = await db
    .update(authPasskeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(authPasskeys.id, passkey.id), lte(authPasskeys.counter, counter)))
    .returning({ id: authPasskeys.id });
  if (used.length === 0) throw new AppError('passkey_refused');
}

/** Whether an authenticator app is set up and confirmed. */
async function hasApp(db: Database, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ id: authTwoFactors.id })
    .from(authTwoFactors)
    .where(and(eq(authTwoFactors.userId, uid), eq(authTwoFactors.verified, true)))
    .limit(1);
  return row !== undefined;
}

async function setSecondFactor(tx: Database, uid: string, twoFactorEnabled: boolean) {
  await tx.update(authUsers).set({ twoFactorEnabled }).where(eq(authUsers.id, uid));
}

/** Locks an account, so that changes of its passkeys are serialised. @throws {AppError} unauthorised (it was erased) */
async function lockAccount(tx: Database, uid: string): Promise<void> {
  const { id } = authUsers;
  const found = await tx.select({ id }).from(authUsers).where(eq(id, uid)).for('update');
  if (found.length === 0) throw new AppError('unauthorised');
}
