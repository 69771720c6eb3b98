import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { firebaseSecondFactors } from './table.ts';

/** Returns the id of the confirmed second factor of an identity of Firebase; null when it has none. */
export async function findConfirmedSecondFactorId(
  db: Database,
  uid: string,
): Promise<string | null> {
  const [row] = await db
    .select({ id: firebaseSecondFactors.id })
    .from(firebaseSecondFactors)
    .innerJoin(users, eq(users.id, firebaseSecondFactors.userId))
    .where(
      and(
        eq(users.provider, 'firebase'),
        eq(users.subject, uid),
        eq(firebaseSecondFactors.confirmed, true),
      ),
    )
    .limit(1);
  return row?.id ?? null;
}
