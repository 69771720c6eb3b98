import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { lockAndReadHealthConsent } from '#server/features/assessment/writes.ts';
import {
  type CustomerDataToErase,
  listCustomerDataToErase,
} from '#server/features/billing/erase-customer.ts';
import { checkouts } from '#server/features/billing/table.ts';
import { feedback } from '#server/features/feedback/table.ts';
import { lockProfileForUpdateIfExists } from '#server/features/account/writes.ts';
import { lockAccountAndReadEmail } from '#server/features/identity/writes.ts';
import { PERSONAL_TABLES } from './policy.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findSqlState } from '#server/db/driver.ts';
import { AppError } from '#server/http/errors.ts';
import { decrypt } from '#server/encryption.ts';
import type { PersonIdentifiers } from './export-data.ts';

const DEADLOCK = '40P01';

/**
 * Runs in the transaction after the rows are deleted; gets the person's keys with their present address, and what must
 * be erased at the payment provider.
 */
type AfterErasure = (
  tx: Database,
  keys: PersonIdentifiers,
  erasable: CustomerDataToErase,
) => Promise<void>;

const MAX_TRIES = 10;

/**
 * Deletes every database row of a person and runs `afterErasure`, in one transaction, retried on deadlock. Rows that
 * must be kept no longer refer to the person. Locks account and profile first: concurrent writes commit before and are
 * deleted, or find no account. Outside services are erased by `eraseAccountEverywhere`.
 * @throws {AppError} `unauthorised` (another call erased the person already)
 */
export async function erasePersonRows(
  db: Database,
  keys: PersonIdentifiers,
  afterErasure: AfterErasure,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryErasePerson(db, keys, afterErasure);
    } catch (error) {
      // A concurrent write and the erasure waited for each other: the one PostgreSQL aborts is retried.
      if (findSqlState(error) !== DEADLOCK || tries === MAX_TRIES) throw error;
    }
  }
}

async function tryErasePerson(db: Database, known: PersonIdentifiers, afterErasure: AfterErasure) {
  await db.transaction(async (tx) => {
    // The address may have changed since it was asked for.
    const email = (await lockAccountAndReadEmail(tx, known.uid)) ?? known.email;
    const keys = { ...known, email };
    await lockAndReadHealthConsent(tx, keys.userId);
    if (!(await lockProfileForUpdateIfExists(tx, keys.userId))) throw new AppError('unauthorised');
    const erasable = await listCustomerDataToErase(tx, keys.userId);
    // Only a payment has to be kept; an attempt that came to nothing does not.
    await tx
      .delete(checkouts)
      .where(and(eq(checkouts.userId, keys.userId), ne(checkouts.status, 'paid')));
    // Rows that point to others go first: the list runs from the profile outwards.
    for (const { table, column, key, retentionReason } of PERSONAL_TABLES.toReversed())
      if (!retentionReason) await tx.delete(table).where(eq(column, keys[key]));
    // Messages that they sent signed out, with their own address to answer to.
    const isTheirs = and(isNull(feedback.userId), sql`lower(${feedback.replyTo}) = ${keys.email}`);
    await tx.delete(feedback).where(isTheirs);
    await afterErasure(tx, keys, erasable);
  });
}

/**
 * Handler of the job `tell-erased`: makes one external service erase its data about a person. Does nothing when the
 * service is no longer configured.
 */
export async function runExternalErasureJob(
  { externalServices, secret }: Pick<Dependencies, 'externalServices' | 'secret'>,
  encrypted: string,
): Promise<void> {
  const { service, keys } = decrypt(secret, encrypted) as {
    service: string;
    keys: PersonIdentifiers;
  };
  await externalServices.get(service)?.erase(keys);
}
