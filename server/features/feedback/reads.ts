import { desc, eq, lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { feedback } from './table.ts';

/** Messages, newest first, `limit` of them and one more when there are more; `before` is the id of the last one seen. */
export async function listFeedback(db: Database, limit: number, before?: string) {
  return db
    .select({
      id: feedback.id,
      at: feedback.createdAt,
      text: feedback.text,
      page: feedback.page,
      replyTo: feedback.replyTo,
      from: users.email,
    })
    .from(feedback)
    .leftJoin(users, eq(users.id, feedback.userId))
    .where(before === undefined ? undefined : lt(feedback.id, before))
    .orderBy(desc(feedback.id))
    .limit(limit + 1);
}
