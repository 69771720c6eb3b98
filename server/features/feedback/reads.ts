import { desc, eq, lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { feedback } from './table.ts';

/**
 * Lists messages to the operator, newest first: `limit`, with one more when another page follows. `before` is the id of
 * the last one of the previous page; `from` is the author's e-mail address, null for a visitor.
 */
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
