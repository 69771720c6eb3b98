import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { autosaves } from './table.ts';

/** Returns what an admin has written into a form and not saved; null for nothing. */
export async function findAutosave(db: Database, userId: string, form: string) {
  const [found] = await db
    .select({
      version: autosaves.version,
      typed: autosaves.typed,
      writtenAt: autosaves.writtenAt,
    })
    .from(autosaves)
    .where(and(eq(autosaves.userId, userId), eq(autosaves.form, form), isNotNull(autosaves.typed)));
  return found ?? null;
}
