import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { type Editor, recordEdit } from '#server/features/audit/writes.ts';
import {
  storeRecording,
  type StoredRecording,
  type MediaDeps,
} from '#server/features/media/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import { estimateSpans, type Span } from '#shared/rules/script-alignment.ts';
import { parseScript } from '#shared/rules/script.ts';
import { findSession } from '../reads.ts';
import { contentRecordings } from '../table.ts';
import { getSessionAuditName, lockSession, writeVersion } from '../writes.ts';
import { hashSentences, listRecordings } from './reads.ts';

/** A stored recording of a script, with the span of each sentence in it. */
export interface AlignedRecording extends Pick<StoredRecording, 'name' | 'bytes' | 'durationMs'> {
  origin: 'upload' | 'speech';
  spokenHash: string;
  spans: Span[];
}

/**
 * Sets the recording of a session in one language, or removes it (null), as a new version, which people hear once it is
 * published.
 * @throws not_found; conflict (saved since `version`)
 */
export async function changeRecording(
  db: Database,
  editor: Editor,
  { id, version, language }: { id: string; version: number; language: Language },
  recording: AlignedRecording | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const session = await lockSession(tx, id);
    if (!session) throw new AppError('not_found');
    if (session.version !== version) throw new AppError('conflict');
    const before = (await listRecordings(tx, id)).get(language) ?? null;
    if (!before && !recording) return;
    const at = { contentId: id, language };
    const isIt = and(eq(contentRecordings.contentId, id), eq(contentRecordings.language, language));
    await tx.delete(contentRecordings).where(isIt);
    if (recording) {
      const { name, bytes, durationMs, origin, spokenHash, spans } = recording;
      const row = { ...at, name, bytes, durationMs, origin, spokenHash, spans };
      await tx.insert(contentRecordings).values({ ...row, addedAt: editor.now });
    }
    await writeVersion(tx, id, editor, version + 1, session.source);
    const edit = {
      ...editor,
      action: recording ? 'session.record' : 'session.unrecord',
      target: getSessionAuditName(session.slug),
      details: { language, version: version + 1 },
    } as const;
    await recordEdit(tx, edit, describeRecording(before), describeRecording(recording));
  });
}

/** A recording as fields of the audit log. */
const describeRecording = (
  recording: Pick<AlignedRecording, 'name' | 'durationMs' | 'origin'> | null,
) =>
  recording && {
    recording: recording.name,
    seconds: Math.round(recording.durationMs / 1000),
    origin: recording.origin,
  };

/**
 * Stores an uploaded recording as that of a session in one language. The sentences are located by `silences`, which the
 * browser found in it (milliseconds).
 * @throws not_found; conflict; session_has_faults (the script cannot be parsed); and what `storeRecording` throws
 */
export async function addUploadedRecording(
  deps: MediaDeps,
  editor: Editor,
  place: { id: string; version: number; language: Language },
  { uploadId, silences }: { uploadId: string; silences: Span[] },
): Promise<void> {
  const session = await findSession(deps.db, place.id);
  if (!session) throw new AppError('not_found');
  if (session.version !== place.version) throw new AppError('conflict');
  const { facts, scripts } = session.source;
  const { language } = place;
  const parsed = parseScript(scripts[language], { language, ...facts });
  if (!parsed.ok) throw new AppError('session_has_faults');
  const kept = await storeRecording(deps, uploadId, editor.now);
  await changeRecording(deps.db, editor, place, {
    ...kept,
    origin: 'upload',
    spokenHash: hashSentences(parsed.cues),
    spans: estimateSpans(parsed.cues, kept.durationMs, silences),
  });
}
