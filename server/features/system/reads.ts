import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';

/** Resolves when the database answers, rejects when it does not. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
