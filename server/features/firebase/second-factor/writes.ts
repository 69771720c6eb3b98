import { and, eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import { computeBlindIndex, decrypt, encrypt } from '#server/encryption.ts';
import { tryToMarkTotpCodeUsed } from '#server/features/identity/writes.ts';
import { AppError } from '#server/http/errors.ts';
import {
  buildTotpUri,
  createTotpKey,
  createRecoveryCodes,
  hasTotpCodeFormat,
  verifyTotpCode,
} from './policy.ts';
import { firebaseSecondFactors } from './table.ts';

/**
 * Stores a new key and new recovery codes of an admin, which open nothing before a code of the app was checked. A key
 * that was never confirmed is replaced.
 * @throws {AppError} conflict (a second factor is on)
 */
export async function beginSecondFactorSetup(
  db: Database,
  { secret, userId, email, now }: { secret: string; userId: string; email: string; now: Date },
): Promise<{ uri: string; recoveryCodes: string[] }> {
  const key = createTotpKey();
  const recoveryCodes = createRecoveryCodes();
  const values = {
    id: v7(),
    secret: encrypt(secret, key.toString('base64')),
    recoveryCodes: recoveryCodes.map((code) => computeBlindIndex(secret, code)),
    createdAt: now,
  };
  const stored = await db
    .insert(firebaseSecondFactors)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: firebaseSecondFactors.userId,
      set: values,
      setWhere: eq(firebaseSecondFactors.confirmed, false),
    })
    .returning({ id: firebaseSecondFactors.id });
  if (stored.length === 0) throw new AppError('conflict');
  return { uri: buildTotpUri(key, email), recoveryCodes };
}

interface Check {
  /** The server's secret, under which keys and codes are stored. */
  secret: string;
  userId: string;
  code: string;
  now: Date;
}

/** A second factor of which a code was right, and what its owner is told. */
interface Checked {
  factorId: string;
  letter: 'twoStepOn' | 'recoveryCodeUsed' | null;
}

/**
 * Consumes a code of the app, or a recovery code, each of them once. The first code of the app turns the second factor
 * on. The caller limits tries.
 * @throws {AppError} wrong_code
 */
export async function consumeSecondFactorCodeAndTurnOn(
  db: Database,
  check: Check,
): Promise<Checked> {
  const { userId, now } = check;
  const code = check.code.replaceAll(/\s/g, '').toLowerCase();
  const checked = hasTotpCodeFormat(code)
    ? await takeAppCode(db, { ...check, code })
    : await takeRecoveryCode(db, userId, computeBlindIndex(check.secret, code));
  if (checked === null) throw new AppError('wrong_code');
  return checked;

  async function takeAppCode(tx: Database, { secret }: Check): Promise<Checked | null> {
    const [row] = await tx
      .select()
      .from(firebaseSecondFactors)
      .where(eq(firebaseSecondFactors.userId, userId))
      .limit(1);
    if (!row || !verifyTotpCode(readKey(secret, row.secret), code, now)) return null;
    if (!(await tryToMarkTotpCodeUsed(tx, { secret, uid: userId, code, now }))) return null;
    const { id: factor } = firebaseSecondFactors;
    // Unless the key was replaced meanwhile.
    const on = await tx
      .update(firebaseSecondFactors)
      .set({ confirmed: true })
      .where(eq(factor, row.id))
      .returning({ id: factor });
    return on[0] ? { factorId: on[0].id, letter: row.confirmed ? null : 'twoStepOn' } : null;
  }
}

/** Decrypts the key of an app. @throws {AppError} wrong_code (the server has another secret now) */
function readKey(secret: string, encrypted: string): Buffer {
  try {
    return Buffer.from(String(decrypt(secret, encrypted)), 'base64');
  } catch (cause) {
    throw new AppError('wrong_code', undefined, { cause });
  }
}

async function takeRecoveryCode(
  db: Database,
  userId: string,
  index: string,
): Promise<Checked | null> {
  const { recoveryCodes, confirmed, id } = firebaseSecondFactors;
  const [row] = await db
    .update(firebaseSecondFactors)
    .set({ recoveryCodes: sql`array_remove(${recoveryCodes}, ${index})` })
    .where(
      and(
        eq(firebaseSecondFactors.userId, userId),
        eq(confirmed, true),
        sql`${index} = any(${recoveryCodes})`,
      ),
    )
    .returning({ id });
  return row ? { factorId: row.id, letter: 'recoveryCodeUsed' } : null;
}

/** Deletes the second factor of an admin; resolves to whether it was on. */
export async function deleteSecondFactorAndCheckIfOn(
  db: Database,
  userId: string,
): Promise<boolean> {
  const ended = await db
    .delete(firebaseSecondFactors)
    .where(eq(firebaseSecondFactors.userId, userId))
    .returning({ wasOn: firebaseSecondFactors.confirmed });
  return ended[0]?.wasOn ?? false;
}
