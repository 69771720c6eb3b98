import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import {
  type AuditedEdit,
  type EditActor,
  writeAuditEntryOfDifferences,
} from '#server/features/audit/writes.ts';
import { findUser } from '#server/features/account/reads.ts';
import { contents } from '#server/features/contents/table.ts';
import { publishAndIndexSessions, unpublishSession } from '#server/features/contents/writes.ts';
import { queueWebhookEvent, type WebhookDependencies } from '#server/features/webhooks/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { alignCuesToRecording } from '#shared/rules/script-alignment.ts';
import {
  SESSION_STATE_AUDIT_ACTIONS,
  buildLibraryTexts,
  countBlockingFindings,
  getSessionPublicationState,
} from '../policy.ts';
import {
  findSessionVersionSource,
  findStudioSession,
  readPublishedRecordingsByLanguage,
} from '../reads.ts';
import { hashSpokenSentences, readDraftRecordingsByLanguage } from '../recordings/reads.ts';
import { contentDrafts, contentRecordings } from '../table.ts';
import {
  getSessionAuditTarget,
  lockOrCreateSessionDraft,
  requireAuthorIdBySlug,
} from '../writes.ts';

type Session = NonNullable<Awaited<ReturnType<typeof findStudioSession>>>;

/** Does as lockOrCreateSessionDraft, and returns the session as admins edit it. */
async function lockSession(tx: Database, id: string): Promise<Session | null> {
  return (await lockOrCreateSessionDraft(tx, id)) && findStudioSession(tx, id);
}

type StateDeps = WebhookDependencies;
export type SessionPublicationChange =
  | { version: number; state: 'draft' }
  | ({ version: number; state: 'published' } & RecordingsAnswer)
  | { version: number; state: 'unpublished' }
  | ({ version: number; state: 'scheduled'; publishAt: Date } & RecordingsAnswer);

/** What an admin has answered about recordings before a session is published. */
interface RecordingsAnswer {
  /** The doubtful ones are right. */
  confirmsRecordings?: boolean;
  /** The session may lose a recording that people hear now, because its words have changed. */
  losesRecordings?: boolean;
}

/**
 * Publishes a session now, schedules its publication, cancels that (`draft`), or unpublishes it.
 * @throws not_found; conflict (saved since `version`, or nothing to cancel or unpublish); session_has_faults;
 * recording_doubtful, recording_lost (not confirmed); invalid_input (scheduled in the past)
 */
export async function changeSessionPublicationState(
  deps: StateDeps,
  db: Database,
  editor: EditActor,
  id: string,
  change: SessionPublicationChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const session = await lockSession(tx, id);
    if (!session) throw new AppError('not_found');
    if (session.version !== change.version) throw new AppError('conflict');
    const before = describeState(session);
    if (change.state === 'unpublished') await unpublish(tx, session, editor.now);
    else if (change.state === 'draft') await unschedule(tx, session);
    else {
      if (countBlockingFindings(session.source) > 0) throw new AppError('session_has_faults');
      await settleRecordings(tx, session, change);
      if (change.state === 'published') await publish(deps, tx, session, editor.now);
      else await schedule(deps, tx, session, change.publishAt, editor);
    }
    const after = await findStudioSession(tx, id);
    const edit: AuditedEdit = {
      ...editor,
      action: SESSION_STATE_AUDIT_ACTIONS[change.state],
      target: getSessionAuditTarget(session.slug),
      details: { version: session.version },
    };
    await writeAuditEntryOfDifferences(tx, edit, before, after && describeState(after));
  });
}

const describeState = (session: Session) => ({
  state: getSessionPublicationState(session),
  publishAt: session.publishAt?.toISOString() ?? null,
  publishedVersion: session.publishedVersion,
});

/**
 * Refuses to publish a recording that is doubtful, or to lose one that people hear, unless an admin has answered that.
 * Confirmed doubts are gone for good.
 */
async function settleRecordings(
  tx: Database,
  { contentId, source }: Session,
  { confirmsRecordings = false, losesRecordings = false }: RecordingsAnswer,
): Promise<void> {
  const texts = await chooseRecordings(tx, contentId, buildLibraryTexts(source));
  const published = await readPublishedRecordingsByLanguage(tx, contentId);
  const isLost = texts.some(
    ({ language, recording }) => recording === null && published.get(language)?.recording != null,
  );
  // A lost one first: once it is spoken again, there is no doubt.
  if (isLost && !losesRecordings) throw new AppError('recording_lost');
  const doubtful = texts.filter(({ doubts }) => doubts > 0);
  if (doubtful.length > 0 && !confirmsRecordings) throw new AppError('recording_doubtful');
  for (const { language } of doubtful)
    await tx
      .update(contentRecordings)
      .set({ doubts: [] })
      .where(
        and(eq(contentRecordings.contentId, contentId), eq(contentRecordings.language, language)),
      );
}

/** Gives each text of a session the recording that fits its sentences, with its cues timed to it; null without one. */
async function chooseRecordings(
  tx: Database,
  contentId: string,
  texts: ReturnType<typeof buildLibraryTexts>,
) {
  const recordings = await readDraftRecordingsByLanguage(tx, contentId);
  const published = await readPublishedRecordingsByLanguage(tx, contentId);
  return texts.map((text) => {
    const own = recordings.get(text.language);
    if (own?.spokenHash === hashSpokenSentences(text.cues)) {
      const { name, spans, durationMs, doubts } = own;
      const cues = alignCuesToRecording(text.cues, spans, durationMs);
      return { ...text, cues, durationMs, recording: name, doubts: doubts.length };
    }
    // One that came with the content folder stays where its cues are the same.
    const before = published.get(text.language);
    const isSame = JSON.stringify(before?.cues) === JSON.stringify(text.cues);
    return { ...text, recording: isSame ? (before?.recording ?? null) : null, doubts: 0 };
  });
}

const setSchedule = (tx: Database, id: string, publishAt: Date | null) =>
  tx.update(contentDrafts).set({ publishAt }).where(eq(contentDrafts.contentId, id));

async function schedule(
  { jobs, secret }: StateDeps,
  tx: Database,
  { contentId: id }: Session,
  publishAt: Date,
  { actorId, now }: EditActor,
): Promise<void> {
  if (publishAt <= now) throw new AppError('invalid_input', { publishAt: 'out_of_range' });
  await setSchedule(tx, id, publishAt);
  const data = { id, publishAt: publishAt.toISOString(), actorId };
  const job = { encrypted: encrypt(secret, data) };
  await jobs.send(tx, 'publish-session', job, publishAt);
}

async function unschedule(tx: Database, { contentId, publishAt }: Session): Promise<void> {
  if (!publishAt) throw new AppError('conflict');
  await setSchedule(tx, contentId, null);
}

async function unpublish(tx: Database, { contentId, shown }: Session, now: Date): Promise<void> {
  if (shown !== 'on_show') throw new AppError('conflict');
  await unpublishSession(tx, contentId, now);
  await setSchedule(tx, contentId, null);
}

/** Puts the present version of a session on show, with the recordings that match its scripts. */
async function publish(
  deps: StateDeps,
  tx: Database,
  { contentId, slug, version, source, ...session }: Session,
  now: Date,
): Promise<void> {
  const { author, ...facts } = source.facts;
  const [known] = await tx
    .select({ publishedAt: contents.publishedAt })
    .from(contents)
    .where(eq(contents.id, contentId));
  const texts = (await chooseRecordings(tx, contentId, buildLibraryTexts(source))).map(
    ({ doubts: _doubts, ...text }) => text,
  );
  const authorId = await requireAuthorIdBySlug(tx, author);
  const published = {
    ...facts,
    id: contentId,
    slug,
    authorId,
    publishedAt: known?.publishedAt ?? session.publishAt ?? now,
    origin: 'studio' as const,
    sourceHash: null,
    texts,
  };
  await publishAndIndexSessions(tx, [published]);
  const [en = '', fr = ''] = (['en', 'fr'] as const).map(
    (language) => texts.find((text) => text.language === language)?.title,
  );
  const data = { id: contentId, slug, version, titles: { en, fr } };
  await queueWebhookEvent(deps, tx, 'session.published', data);
  await tx
    .update(contentDrafts)
    .set({ publishAt: null, publishedVersion: version })
    .where(eq(contentDrafts.contentId, contentId));
}

/**
 * Publishes a session whose recordings all fit; where another is still to be spoken, that one publishes it, and where its
 * script has faults it stays as it is.
 */
export async function publishIfFullyRecorded(
  deps: StateDeps,
  tx: Database,
  editor: EditActor,
  contentId: string,
): Promise<void> {
  const session = await findStudioSession(tx, contentId);
  if (!session) return;
  try {
    await tx.transaction((inner) =>
      changeSessionPublicationState(deps, inner, editor, contentId, {
        version: session.version,
        state: 'published',
      }),
    );
  } catch (error) {
    // The studio shows what is missing, or wrong.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Publishes a session on show whose recordings are all that has changed since it was published, as publishIfFullyRecorded does. */
export async function publishIfOnlyRecordingsChanged(
  deps: StateDeps,
  tx: Database,
  editor: EditActor,
  contentId: string,
): Promise<void> {
  const session = await findStudioSession(tx, contentId);
  if (session?.shown !== 'on_show' || session.publishAt !== null) return;
  const { publishedVersion, version, source } = session;
  if (publishedVersion === null || publishedVersion === version) return;
  const published = await findSessionVersionSource(tx, contentId, publishedVersion);
  if (isDeepStrictEqual(published?.source, source))
    await publishIfFullyRecorded(deps, tx, editor, contentId);
}

/**
 * Handler of the job `publish-session`: publishes a session at its scheduled time, or takes the schedule back when the
 * session has faults by now; both enter the audit log in the name of the admin who scheduled it. Does nothing when the
 * schedule was cancelled or changed.
 * @throws {Error} before its time, so that the job queue tries again
 */
export async function runPublishSessionJob(
  { db, ...deps }: StateDeps & { db: Database },
  encrypted: string,
): Promise<void> {
  const data = decrypt(deps.secret, encrypted) as {
    id: string;
    publishAt: string;
    actorId?: string;
  };
  const { id, publishAt } = data;
  const now = deps.clock();
  await db.transaction(async (tx) => {
    const session = await lockSession(tx, id);
    if (session?.publishAt?.toISOString() !== publishAt) return;
    if (session.publishAt > now) throw new Error('Not due yet');
    const isHeld = countBlockingFindings(session.source) > 0;
    if (isHeld) await setSchedule(tx, id, null);
    else await publish(deps, tx, session, now);
    const after = await findStudioSession(tx, id);
    const scheduler = data.actorId === undefined ? null : await findUser(tx, data.actorId);
    const edit: AuditedEdit = {
      // Null once the account is deleted.
      actorId: scheduler?.id ?? null,
      now,
      target: getSessionAuditTarget(session.slug),
      action: isHeld ? 'session.held' : 'session.published',
      details: { version: session.version, scheduled: publishAt },
    };
    await writeAuditEntryOfDifferences(
      tx,
      edit,
      describeState(session),
      after && describeState(after),
    );
  });
}
