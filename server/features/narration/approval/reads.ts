import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { findStudioSession } from '#server/features/studio/reads.ts';
import {
  hashSpokenSentences,
  listFormerRecordings,
  readDraftRecordingsByLanguage,
} from '#server/features/studio/recordings/reads.ts';
import { contentDrafts, contentRecordings } from '#server/features/studio/table.ts';
import type { Language } from '#shared/contract/fields.ts';
import { listSpokenSentences } from '#shared/rules/script-alignment.ts';
import { parseScript } from '#shared/rules/script.ts';

const MAX_LISTED = 100;

const isUnapproved = and(
  isNull(contentRecordings.approvedAt),
  eq(contentRecordings.origin, 'speech'),
);
const title = sql<string>`coalesce(nullif(case ${contentRecordings.language}
  when 'fr' then ${contentDrafts.titleFr} else ${contentDrafts.titleEn} end, ''), ${contentDrafts.slug})`;

/** Lists the first recordings that were spoken and that are not approved, oldest first, and counts all of them. */
export async function listAndCountUnapprovedRecordings(db: Database) {
  const [waiting, total] = await Promise.all([
    db
      .select({
        contentId: contentRecordings.contentId,
        language: contentRecordings.language,
        title,
        durationMs: contentRecordings.durationMs,
        addedAt: contentRecordings.addedAt,
      })
      .from(contentRecordings)
      .innerJoin(contentDrafts, eq(contentDrafts.contentId, contentRecordings.contentId))
      .where(isUnapproved)
      .orderBy(
        asc(contentRecordings.addedAt),
        asc(contentRecordings.contentId),
        asc(contentRecordings.language),
      )
      .limit(MAX_LISTED),
    db.$count(contentRecordings, isUnapproved),
  ]);
  return { waiting, total };
}

/**
 * Returns the spoken recording of a session in a language, sentence by sentence, with the session; null when there is
 * none, or when it is of other words than the script.
 */
export async function findSpokenRecording(db: Database, contentId: string, language: Language) {
  const session = await findStudioSession(db, contentId);
  const recording = (await readDraftRecordingsByLanguage(db, contentId)).get(language);
  if (!session || recording?.origin !== 'speech') return null;
  const { facts, scripts } = session.source;
  const parsed = parseScript(scripts[language], { language, ...facts });
  if (!parsed.ok || hashSpokenSentences(parsed.cues) !== recording.spokenHash) return null;
  const approved = (await listFormerRecordings(db, contentId)).find(
    (one) => one.language === language && one.approvedAt !== null,
  );
  const known = new Set((recording.approvedAt ? recording : approved)?.spoken);
  const sentences = listSpokenSentences(parsed.cues).map((text, index) => {
    const [from = 0, to = 0] = recording.spans[index] ?? [];
    const {
      take = 0,
      speed = null,
      spoken = null,
    } = recording.takes.find((one) => one.text === text) ?? {};
    return {
      text,
      from,
      to,
      isNew: !known.has(recording.spoken[index] ?? ''),
      take,
      speed,
      spoken,
    };
  });
  return {
    session,
    recording,
    title: parsed.header.title,
    sentences,
  };
}
