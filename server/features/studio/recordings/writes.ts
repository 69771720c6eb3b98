import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { type EditActor, writeAuditEntryOfDifferences } from '#server/features/audit/writes.ts';
import {
  storeRecordingAndDeleteUpload,
  type StoredRecording,
  type MediaDeps,
} from '#server/features/media/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import type { Language } from '#shared/contract/fields.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import {
  estimateSentenceSpans,
  listSpokenSentences,
  type RecordingSpan,
} from '#shared/rules/script-alignment.ts';
import { findRecordingDoubts, type RecordingDoubt } from '#shared/rules/recording-doubts.ts';
import type { SentenceTake } from '#shared/rules/speech.ts';
import { parseScript } from '#shared/rules/script.ts';
import type { Cue } from '#shared/rules/script-timing.ts';
import { findStudioSession, findSessionIdBySlug } from '../reads.ts';
import { contentRecordings, formerRecordings } from '../table.ts';
import {
  saveSessionDraftAndCancelSchedule,
  createSession,
  getSessionAuditTarget,
  lockOrCreateSessionDraft,
  saveSessionVersion,
} from '../writes.ts';
import {
  hashSpokenSentences,
  MAX_FORMER_RECORDINGS_PER_SCRIPT,
  readDraftRecordingsByLanguage,
} from './reads.ts';

/** A stored recording of a script, with the span of each sentence in it. */
export interface AlignedRecording extends Pick<StoredRecording, 'name' | 'bytes' | 'durationMs'> {
  origin: 'upload' | 'speech';
  spokenHash: string;
  spans: RecordingSpan[];
  doubts?: RecordingDoubt[];
  takes?: SentenceTake[];
  spoken?: string[];
  approvedAt?: Date | null;
}

/**
 * Sets the recording of a session in one language, or removes it (null), as a new version, which people hear once it is
 * published.
 * @throws not_found; conflict (saved since `version`)
 */
export async function setOrRemoveRecording(
  db: Database,
  editor: EditActor,
  { id, version, language }: { id: string; version: number; language: Language },
  recording: AlignedRecording | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const session = await lockOrCreateSessionDraft(tx, id);
    if (!session) throw new AppError('not_found');
    if (session.version !== version) throw new AppError('conflict');
    const before = (await readDraftRecordingsByLanguage(tx, id)).get(language) ?? null;
    if (!before && !recording) return;
    const at = { contentId: id, language };
    const isIt = and(eq(contentRecordings.contentId, id), eq(contentRecordings.language, language));
    await tx.delete(contentRecordings).where(isIt);
    if (before) await keepFormer(tx, before);
    if (recording)
      await tx.insert(contentRecordings).values({ addedAt: editor.now, ...recording, ...at });
    await saveSessionVersion(tx, id, editor, version + 1, session.source);
    const edit = {
      ...editor,
      action: recording ? 'session.record' : 'session.unrecord',
      target: getSessionAuditTarget(session.slug),
      details: { language, version: version + 1 },
    } as const;
    await writeAuditEntryOfDifferences(
      tx,
      edit,
      describeRecording(before),
      describeRecording(recording),
    );
  });
}

/** Keeps a recording that is replaced or removed, and drops the oldest beyond those that are kept. */
async function keepFormer(
  tx: Database,
  before: typeof contentRecordings.$inferSelect,
): Promise<void> {
  await tx.insert(formerRecordings).values(before);
  const { contentId, language } = before;
  const isOne = and(
    eq(formerRecordings.contentId, contentId),
    eq(formerRecordings.language, language),
  );
  const kept = tx
    .select({ id: formerRecordings.id })
    .from(formerRecordings)
    .where(isOne)
    .orderBy(desc(formerRecordings.id))
    .limit(MAX_FORMER_RECORDINGS_PER_SCRIPT);
  await tx.delete(formerRecordings).where(and(isOne, notInArray(formerRecordings.id, kept)));
}

/**
 * Makes a former recording of a session the present one again, as a new version; the present one becomes a former one.
 * @throws not_found; conflict (saved since `version`)
 */
export async function restoreFormerRecording(
  db: Database,
  editor: EditActor,
  { id, version, recordingId }: { id: string; version: number; recordingId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [former] = await tx
      .delete(formerRecordings)
      .where(and(eq(formerRecordings.id, recordingId), eq(formerRecordings.contentId, id)))
      .returning();
    if (!former) throw new AppError('not_found');
    const { id: _id, contentId: _contentId, language, ...recording } = former;
    await setOrRemoveRecording(tx, editor, { id, version, language }, recording);
  });
}

const describeRecording = (
  recording: Pick<AlignedRecording, 'name' | 'durationMs' | 'origin'> | null,
) =>
  recording && {
    recording: recording.name,
    seconds: Math.round(recording.durationMs / 1000),
    origin: recording.origin,
  };

/**
 * Stores an uploaded recording as that of a session in one language. Its sentences are located by `silences`, the
 * pauses that the browser found in the recording (milliseconds).
 * @throws not_found; conflict; session_has_faults (the script cannot be parsed); and what `storeRecordingAndDeleteUpload` throws
 */
export async function addUploadedRecording(
  deps: MediaDeps,
  editor: EditActor,
  place: { id: string; version: number; language: Language },
  { uploadId, silences }: { uploadId: string; silences: RecordingSpan[] },
): Promise<void> {
  const session = await findStudioSession(deps.db, place.id);
  if (!session) throw new AppError('not_found');
  if (session.version !== place.version) throw new AppError('conflict');
  const cues = parseCues(session.source, place.language);
  const kept = await storeRecordingAndDeleteUpload(deps, uploadId, editor.now);
  await setOrRemoveRecording(deps.db, editor, place, {
    ...kept,
    origin: 'upload',
    spokenHash: hashSpokenSentences(cues),
    spans: estimateSentenceSpans(cues, kept.durationMs, silences),
    doubts: findRecordingDoubts(cues, kept.durationMs, silences),
  });
}

function parseCues({ facts, scripts }: SessionSource, language: Language): Cue[] {
  const parsed = parseScript(scripts[language], { language, ...facts });
  if (!parsed.ok) throw new AppError('session_has_faults');
  return parsed.cues;
}

/** An uploaded recording that was exported with its script. */
interface ImportedRecording {
  uploadId: string;
  sha256: string;
  origin: 'upload' | 'speech';
  spans: RecordingSpan[];
}

/** A session read from files, with the recordings that came with it. */
interface ImportedSession {
  slug: string;
  source: SessionSource;
  recordings: { [language in Language]?: ImportedRecording | undefined };
}

/**
 * Imports a session with its recordings, whole or not at all: as a draft, or as the next version of the one with this
 * slug; resolves to its id.
 * @throws conflict; invalid_input (unknown author); session_has_faults (a recorded script cannot be parsed);
 * recording_damaged (another file, or one of another script); and what `storeRecordingAndDeleteUpload` throws
 */
export async function importSession(
  deps: MediaDeps,
  editor: EditActor,
  { slug, source, recordings }: ImportedSession,
): Promise<string> {
  const kept = new Map<Language, AlignedRecording>();
  for (const language of LANGUAGES) {
    const recording = recordings[language];
    if (recording)
      kept.set(language, await storeImported(deps, editor, source, language, recording));
  }
  return deps.db.transaction(async (tx) => {
    // Two imports of a session that is not there yet wait for each other: the later one is its next version.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`session ${slug}`}, 0))`);
    const found = await findSessionIdBySlug(tx, slug);
    const id = found ?? (await createSession(tx, editor, { slug, source }));
    const findVersion = async () => (await lockOrCreateSessionDraft(tx, id))?.version ?? 0;
    if (found !== null)
      await saveSessionDraftAndCancelSchedule(tx, editor, id, {
        version: await findVersion(),
        source,
      });
    for (const [language, recording] of kept)
      await setOrRemoveRecording(
        tx,
        editor,
        { id, version: await findVersion(), language },
        recording,
      );
    return id;
  });
}

/** How much longer than its probed length a recording may be by what its spans say. */
const ROUNDING_MS = 1000;

async function storeImported(
  deps: MediaDeps,
  { now }: EditActor,
  source: SessionSource,
  language: Language,
  { uploadId, sha256, origin, spans }: ImportedRecording,
): Promise<AlignedRecording> {
  const cues = parseCues(source, language);
  if (spans.length !== listSpokenSentences(cues).length) throw new AppError('recording_damaged');
  const kept = await storeRecordingAndDeleteUpload(deps, uploadId, now, sha256);
  const isWithin = spans.every(([, to]) => to <= kept.durationMs + ROUNDING_MS);
  if (!isWithin) throw new AppError('recording_damaged');
  const doubts = findRecordingDoubts(cues, kept.durationMs, []);
  return { ...kept, origin, spans, spokenHash: hashSpokenSentences(cues), doubts };
}
