import { desc, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { authSessions } from '../table.ts';
import { MAX_SESSIONS } from './reads.ts';

/** Deletes the least recently used sign-in sessions beyond MAX_SESSIONS. */
export async function endSurplusSessions(db: Database, uid: string): Promise<void> {
  const surplus = db
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(eq(authSessions.userId, uid))
    .orderBy(desc(authSessions.updatedAt), desc(authSessions.id))
    .offset(MAX_SESSIONS);
  await db.delete(authSessions).where(inArray(authSessions.id, surplus));
}

/** Ends one sign-in session by its token. */
export async function endSession(db: Database, token: string): Promise<void> {
  await db.delete(authSessions).where(eq(authSessions.token, token));
}
