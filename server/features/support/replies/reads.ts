import { asc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { supportReplies } from '../table.ts';

export const MAX_SAVED_REPLIES = 100;

/** Lists all saved replies (ready-made answers to support questions), by title. */
export async function listSavedReplies(db: Database) {
  return db
    .select()
    .from(supportReplies)
    .orderBy(asc(supportReplies.title), asc(supportReplies.id))
    .limit(MAX_SAVED_REPLIES);
}

/** Returns one saved reply; null when there is none. With `lock`, its row stays locked until the transaction ends. */
export async function findSavedReply(db: Database, id: string, lock = false) {
  const query = db.select().from(supportReplies).where(eq(supportReplies.id, id));
  const [row] = await (lock ? query.for('update') : query);
  return row ?? null;
}
