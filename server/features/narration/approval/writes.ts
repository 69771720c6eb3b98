import { and, eq } from 'drizzle-orm';
import type { Dependencies } from '#server/dependencies.ts';
import { type EditActor, writeAuditEntryOfDifferences } from '#server/features/audit/writes.ts';
import { publishIfOnlyRecordingsChanged } from '#server/features/studio/publication/writes.ts';
import { findStudioSession } from '#server/features/studio/reads.ts';
import { contentRecordings } from '#server/features/studio/table.ts';
import { getSessionAuditTarget } from '#server/features/studio/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import { findSpokenRecording } from './reads.ts';

/**
 * Approves the spoken recording of a session in a language, with an audit entry, and publishes the session where its
 * recordings are all that has changed since; resolves to whether it is on show as it is now.
 * @throws not_found (no recording that fits); conflict (saved since `version`)
 */
export async function approveRecordingAndPublishIfDone(
  { db, ...deps }: Pick<Dependencies, 'db' | 'jobs' | 'secret' | 'clock'>,
  editor: EditActor,
  { id, version, language }: { id: string; version: number; language: Language },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await findSpokenRecording(tx, id, language);
    if (!found) throw new AppError('not_found');
    const { session, recording } = found;
    if (session.version !== version) throw new AppError('conflict');
    await tx
      .update(contentRecordings)
      .set({ approvedAt: editor.now })
      .where(and(eq(contentRecordings.contentId, id), eq(contentRecordings.language, language)));
    const target = getSessionAuditTarget(session.slug);
    const edit = { ...editor, action: 'narration.approve', target, details: { language } } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, { recording: recording.name });
    await publishIfOnlyRecordingsChanged(deps, tx, editor, id);
    const after = await findStudioSession(tx, id);
    return after?.shown === 'on_show' && after.publishedVersion === after.version;
  });
}
