import type { Database } from '#server/db/connect.ts';
import { feedback } from './table.ts';

/** Keeps what a person wrote about the beta. */
export async function saveFeedback(
  db: Database,
  userId: string,
  given: { text: string; page: string; replyTo: string | null },
) {
  await db.insert(feedback).values({ userId, ...given });
}
