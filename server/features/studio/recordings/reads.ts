import { createHash } from 'node:crypto';
import { desc, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { authors, contentTexts } from '#server/features/contents/table.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { listSpokenSentences } from '#shared/rules/script-alignment.ts';
import type { Cue } from '#shared/rules/script.ts';
import { contentRecordings, formerRecordings } from '../table.ts';

/** Returns the recordings of a session's draft, by language. */
export async function readDraftRecordingsByLanguage(db: Database, contentId: string) {
  const rows = await db
    .select()
    .from(contentRecordings)
    .where(eq(contentRecordings.contentId, contentId));
  return new Map(rows.map((row) => [row.language, row]));
}

export const MAX_FORMER_RECORDINGS_PER_SCRIPT = 5;

/** Lists the recordings of a session that were replaced or removed, newest first. */
export const listFormerRecordings = (db: Database, contentId: string) =>
  db
    .select()
    .from(formerRecordings)
    .where(eq(formerRecordings.contentId, contentId))
    .orderBy(desc(formerRecordings.id))
    .limit(MAX_FORMER_RECORDINGS_PER_SCRIPT * LANGUAGES.length);

/**
 * Computes a hash of the spoken sentences of a script: a recording still fits its script while this hash stays the
 * same.
 */
export const hashSpokenSentences = (cues: readonly Cue[]): string =>
  createHash('sha256').update(listSpokenSentences(cues).join('\0')).digest('hex');

/** Lists the names of all files in the media store that some database row refers to. */
export async function listReferencedMediaNames(db: Database): Promise<string[]> {
  const rows = await Promise.all([
    db.select({ name: contentRecordings.name }).from(contentRecordings),
    db.select({ name: formerRecordings.name }).from(formerRecordings),
    db
      .select({ name: contentTexts.recording })
      .from(contentTexts)
      .where(isNotNull(contentTexts.recording)),
    db.select({ name: authors.portrait }).from(authors).where(isNotNull(authors.portrait)),
  ]);
  return rows.flat().flatMap(({ name }) => name ?? []);
}
