import { asc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { supportReplies } from '../table.ts';

/** Most saved replies there may be. */
export const MAX_REPLIES = 100;

/** Every saved reply, by title. */
export async function listReplies(db: Database) {
  return db
    .select()
    .from(supportReplies)
    .orderBy(asc(supportReplies.title), asc(supportReplies.id))
    .limit(MAX_REPLIES);
}

/** One saved reply; null when there is none. `lock` keeps others from changing it until the transaction is over. */
export async function findReply(db: Database, id: string, lock = false) {
  const query = db.select().from(supportReplies).where(eq(supportReplies.id, id));
  const [row] = await (lock ? query.for('update') : query);
  return row ?? null;
}
