import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { lockConsent } from '#server/features/assessment/writes.ts';
import { checkouts } from '#server/features/billing/table.ts';
import { lockProfile } from '#server/features/account/writes.ts';
import { lockForErasure } from '#server/features/identity/writes.ts';
import { HELD } from './table.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { AppError, sqlState } from '#server/http/errors.ts';
import { unseal } from '#server/seal.ts';
import type { Keys } from './reads.ts';

const DEADLOCK = '40P01';

/** What follows an erasure, told the address the person had in the end. */
type AndThen = (tx: Database, keys: Keys) => Promise<void>;

const TRIES = 10;

/**
 * Deletes every row of a person, in one transaction with `andThen`. What has to be kept loses its
 * person through its foreign key (`on delete set null`).
 *
 * Their account and profile are locked first: what others write of them was committed before, and is
 * deleted, or waits for the end and finds nobody.
 * @throws {AppError} `unauthorised` when another call erased them.
 */
export async function erasePerson(db: Database, keys: Keys, andThen: AndThen): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await eraseOnce(db, keys, andThen);
    } catch (error) {
      // Somebody's write held a row of theirs and waited for the profile: whom the database ends tries again.
      if (sqlState(error) !== DEADLOCK || tries === TRIES) throw error;
    }
  }
}

async function eraseOnce(db: Database, known: Keys, andThen: AndThen) {
  await db.transaction(async (tx) => {
    // The address may have changed since it was asked for.
    const keys = { ...known, email: (await lockForErasure(tx, known.uid)) ?? known.email };
    await lockConsent(tx, keys.userId);
    if (!(await lockProfile(tx, keys.userId))) throw new AppError('unauthorised');
    // Only a payment has to be kept; an attempt that came to nothing does not.
    await tx
      .delete(checkouts)
      .where(and(eq(checkouts.userId, keys.userId), ne(checkouts.status, 'paid')));
    // Rows that point to others go first: the list runs from the profile outwards.
    for (const { table, column, key, kept } of HELD.toReversed())
      if (!kept) await tx.delete(table).where(eq(column, keys[key]));
    await andThen(tx, keys);
  });
}

/**
 * Deletes the consent to health data and everything that is held because of it, in one transaction. Its row
 * is locked first: a write of such data was committed before, and is deleted, or waits and is refused.
 */
export async function withdrawConsent(db: Database, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockConsent(tx, userId);
    for (const { table, column, health } of HELD.toReversed())
      if (health) await tx.delete(table).where(eq(column, userId));
  });
}

/** The job `tell-erased`: has one outside service forget a person; one that is no longer set has nothing to forget. */
export async function tellErased(
  { outside, secret }: Pick<Dependencies, 'outside' | 'secret'>,
  sealed: string,
): Promise<void> {
  const { service, keys } = unseal(secret, sealed) as { service: string; keys: Keys };
  await outside.get(service)?.erase(keys);
}
