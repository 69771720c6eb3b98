import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { checkouts } from '#server/features/billing/table.ts';
import { revokeLinks } from '#server/features/identity/writes.ts';
import { HELD } from './table.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { unseal } from '#server/seal.ts';
import type { Keys } from './reads.ts';

/**
 * Deletes every row of a person, in one transaction with `andThen`. What has to be kept loses its
 * person through its foreign key (`on delete set null`).
 */
export async function erasePerson(
  db: Database,
  keys: Keys,
  andThen: (tx: Database) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Only a payment has to be kept; an attempt that came to nothing does not.
    await tx
      .delete(checkouts)
      .where(and(eq(checkouts.userId, keys.userId), ne(checkouts.status, 'paid')));
    // Rows that point to others go first: the list runs from the profile outwards.
    for (const { table, column, key, kept } of HELD.toReversed())
      if (!kept) await tx.delete(table).where(eq(column, keys[key]));
    await revokeLinks(tx, keys.uid);
    await andThen(tx);
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
