import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { authors, contents, contentTexts } from '#server/features/contents/table.ts';
import { createSpeechRequestBuilder } from '#server/features/generation/prepare-speech.ts';
import { PROGRAM_POSITION_SQL } from '#server/features/programs/reads.ts';
import { lessons, programs } from '#server/features/programs/table.ts';
import { hashSpokenSentences } from '#server/features/studio/recordings/reads.ts';
import { contentDrafts, contentRecordings } from '#server/features/studio/table.ts';
import type { MissingNarration } from '#shared/contract/admin-narration.ts';
import type { Language } from '#shared/rules/languages.ts';
import { listSpokenSentences } from '#shared/rules/script-alignment.ts';
import { type Cue, parseScript } from '#shared/rules/script.ts';
import type { SpeechRequest, SpeakerChoiceFacts } from '#shared/rules/speech.ts';
import { narrationItems, narrationRuns } from './table.ts';

export type NarrationRunRow = typeof narrationRuns.$inferSelect;
export type NarrationItemRow = typeof narrationItems.$inferSelect;

/** A session that people do not hear in a language. */
export interface MissingNarrationRow {
  contentId: string;
  language: Language;
  title: string;
  reason: MissingNarration['reason'];
  /** Those that are to be spoken; none where the script has faults. */
  sentences: SpeechRequest[];
}

/** The most sessions of which the missing recordings are listed. */
const MAX_LISTED = 10_000;

/** A session's place where people first meet it: that of its first program and its lesson there; null in none. */
const firstLesson = sql<number>`(select min(${PROGRAM_POSITION_SQL} * 1000 + ${lessons.position})
  from ${lessons} inner join ${programs} on ${programs.id} = ${lessons.programId}
  where ${lessons.contentId} = ${contents.id} and ${lessons.unpublishedAt} is null
    and ${programs.unpublishedAt} is null)`;

/**
 * Lists the sessions on show that people do not hear in a language, or would not once their draft is published, in the
 * order in which people meet them: by program, then by age; each with its sentences.
 */
export async function listMissingAndOutdatedNarrations(
  db: Database,
): Promise<MissingNarrationRow[]> {
  const isUnheard = or(
    isNull(contentTexts.recording),
    sql`${contentDrafts.version} is distinct from ${contentDrafts.publishedVersion}`,
  );
  const rows = await db
    .select({
      contentId: contents.id,
      language: contentTexts.language,
      title: contentTexts.title,
      heard: contentTexts.recording,
      script: contentTexts.script,
      cues: sql<typeof contentTexts.$inferSelect.cues | null>`case
        when ${contentDrafts.contentId} is null then ${contentTexts.cues} end`,
      source: contentDrafts.source,
      spokenHash: contentRecordings.spokenHash,
      takes: contentRecordings.takes,
      kind: contents.kind,
      form: contents.form,
      author: authors.slug,
    })
    .from(contents)
    .innerJoin(authors, eq(authors.id, contents.authorId))
    .innerJoin(contentTexts, eq(contentTexts.contentId, contents.id))
    .leftJoin(contentDrafts, eq(contentDrafts.contentId, contents.id))
    .leftJoin(
      contentRecordings,
      and(
        eq(contentRecordings.contentId, contents.id),
        eq(contentRecordings.language, contentTexts.language),
      ),
    )
    .where(and(isNull(contents.unpublishedAt), isUnheard))
    .orderBy(
      sql`${firstLesson} nulls last`,
      asc(contents.publishedAt),
      asc(contents.slug),
      asc(contentTexts.language),
    )
    .limit(MAX_LISTED);
  const direct = await createSpeechRequestBuilder(db);
  return rows.flatMap((found): MissingNarrationRow[] => {
    const { source, cues, script, heard, spokenHash, takes, kind, form, author, ...row } = found;
    const { language } = row;
    const listRequests = (session: SpeakerChoiceFacts, said: readonly Cue[]) =>
      listSpokenSentences(said).map((text) => direct(session, language, text, takes ?? []));
    const isOther = heard !== null || spokenHash !== null;
    const reason = isOther ? 'changed' : 'missing';
    if (!source)
      return [{ ...row, reason, sentences: listRequests({ kind, form, author }, cues ?? []) }];
    const { facts, scripts } = source;
    // A recording that came with the content folder stays with its words.
    if (heard !== null && scripts[language] === script) return [];
    const parsed = parseScript(scripts[language], { language, ...facts });
    if (!parsed.ok) return [{ ...row, reason: 'faults', sentences: [] }];
    if (hashSpokenSentences(parsed.cues) === spokenHash) return [];
    return [{ ...row, reason, sentences: listRequests(facts, parsed.cues) }];
  });
}

/** Returns a run; null when there is none. */
export async function findNarrationRun(db: Database, id: string): Promise<NarrationRunRow | null> {
  const [row] = await db.select().from(narrationRuns).where(eq(narrationRuns.id, id));
  return row ?? null;
}

/** Returns the latest run, open or over; null when there never was one. */
export async function findLatestNarrationRun(db: Database): Promise<NarrationRunRow | null> {
  const [row] = await db.select().from(narrationRuns).orderBy(desc(narrationRuns.id)).limit(1);
  return row ?? null;
}

/** Returns the recordings of a run, in their order. */
export const listNarrationRunItems = (db: Database, runId: string): Promise<NarrationItemRow[]> =>
  db
    .select()
    .from(narrationItems)
    .where(eq(narrationItems.runId, runId))
    .orderBy(asc(narrationItems.position))
    .limit(2 * MAX_LISTED);
