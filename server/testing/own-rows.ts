import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { OwnDataQuery } from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';

/** Runs a declared query of a person's own rows as a request would, with `values` for its placeholders. */
export async function runOwnDataQuery<Data>(
  db: Database,
  userId: string,
  rows: OwnDataQuery<Data>,
  values: Record<string, unknown>,
): Promise<Data> {
  const [row] = await db
    .select({ own: sql`(${rows.select})` })
    .from(users)
    .where(eq(users.id, userId))
    .prepare('own_rows')
    .execute(values);
  return rows.decode(row?.own);
}
