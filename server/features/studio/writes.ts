import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import type { JobQueue } from '#server/db/jobs.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import { type Edit, type Editor, editRow, recordEdit } from '#server/features/audit/writes.ts';
import { contents } from '#server/features/contents/table.ts';
import { saveSession, unpublishSession } from '#server/features/contents/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import { timeCuesToRecording } from '#shared/rules/script-alignment.ts';
import { buildSlug } from '#shared/rules/slug.ts';
import {
  SESSION_STATE_AUDIT_ACTIONS,
  buildLibraryTexts,
  countBlockingFindings,
  getSessionState,
  readTitle,
  toAuditedSourceFields,
} from './policy.ts';
import {
  findAuthorId,
  findStudioSession,
  findSessionId,
  mapPublishedRecordingsByLanguage,
} from './reads.ts';
import { hashSentences, mapDraftRecordingsByLanguage } from './recordings/reads.ts';
import { contentDrafts, contentVersions } from './table.ts';

type Session = NonNullable<Awaited<ReturnType<typeof findStudioSession>>>;

/** Returns the name by which the audit log refers to a session. */
export const getSessionAuditName = (slug: string) => `session ${slug}`;

/** @throws invalid_input (there is no author with this slug) */
async function requireAuthor(db: Database, slug: string): Promise<string> {
  const id = await findAuthorId(db, slug);
  if (id === null) throw new AppError('invalid_input', { 'source.facts.author': 'unknown' });
  return id;
}

/**
 * Stores a new version of a session's source (facts and scripts) and makes it the current one of the draft, which must
 * exist.
 */
export async function saveSessionVersion(
  tx: Database,
  contentId: string,
  { actorId, now }: Editor,
  version: number,
  source: SessionSource,
): Promise<void> {
  const titles = { titleEn: readTitle(source.scripts.en), titleFr: readTitle(source.scripts.fr) };
  await tx
    .update(contentDrafts)
    .set({ version, source, updatedAt: now, ...titles })
    .where(eq(contentDrafts.contentId, contentId));
  const saved = { contentId, version, source, savedAt: now, savedBy: actorId };
  await tx.insert(contentVersions).values(saved);
}

/**
 * Adds a session as a draft; resolves to its id. Without `slug`, the slug is built from the title.
 * @throws invalid_input (the slug is taken, or the author unknown); conflict (taken at this moment)
 */
export async function createSession(
  db: Database,
  editor: Editor,
  { slug: wanted, source }: { slug?: string | undefined; source: SessionSource },
): Promise<string> {
  return db.transaction(async (tx) => {
    await requireAuthor(tx, source.facts.author);
    const contentId = v7();
    const title = readTitle(source.scripts.en) || readTitle(source.scripts.fr);
    const built = buildSlug(title) || `session-${contentId.slice(-6)}`;
    const isTaken = (await findSessionId(tx, wanted ?? built)) !== null;
    if (isTaken && wanted !== undefined) throw new AppError('invalid_input', { slug: 'taken' });
    const slug = wanted ?? (isTaken ? `${built}-${contentId.slice(-6)}` : built);
    const titles = { titleEn: '', titleFr: '' };
    const added = await tx
      .insert(contentDrafts)
      .values({ contentId, slug, version: 0, source, updatedAt: editor.now, ...titles })
      .onConflictDoNothing({ target: contentDrafts.slug })
      .returning({ id: contentDrafts.contentId });
    if (added.length === 0) throw new AppError('conflict');
    await saveSessionVersion(tx, contentId, editor, 1, source);
    const edit = { ...editor, action: 'session.add', target: getSessionAuditName(slug) } as const;
    await recordEdit(tx, edit, null, toAuditedSourceFields(source));
    return contentId;
  });
}

/** Does as lockSessionDraft, and returns the session as admins edit it. */
async function lockSession(tx: Database, id: string): Promise<Session | null> {
  return (await lockSessionDraft(tx, id)) && findStudioSession(tx, id);
}

/**
 * Returns the draft of a session, that of an imported one made now, and locks it until the transaction ends; null when
 * the session is unknown.
 */
export async function lockSessionDraft(tx: Database, id: string) {
  const [draft] = await selectLocked(tx, id);
  if (draft) return draft;
  if (!(await adoptImported(tx, id))) return null;
  const [adopted] = await selectLocked(tx, id);
  return adopted ?? null;
}

const selectLocked = (tx: Database, id: string) =>
  tx.select().from(contentDrafts).where(eq(contentDrafts.contentId, id)).for('update');

/** Makes an imported session the studio's, so that later imports leave it; resolves to false when there is none. */
async function adoptImported(tx: Database, id: string): Promise<boolean> {
  const session = await findStudioSession(tx, id);
  if (!session) return false;
  const { shown: _shown, publishedAt: _at, ...draft } = session;
  const { en, fr } = draft.source.scripts;
  const added = await tx
    .insert(contentDrafts)
    .values({ ...draft, titleEn: readTitle(en), titleFr: readTitle(fr) })
    .onConflictDoNothing({ target: contentDrafts.contentId })
    .returning({ id: contentDrafts.contentId });
  if (added.length > 0) {
    const first = { contentId: id, version: 0, source: draft.source, savedAt: draft.updatedAt };
    await tx.insert(contentVersions).values(first);
    await tx
      .update(contents)
      .set({ origin: 'studio', sourceHash: null })
      .where(eq(contents.id, id));
  }
  return true;
}

/**
 * Saves a session's edited source (facts and scripts) as its next version, and cancels a scheduled publication, which
 * was of another text.
 * @throws not_found; conflict (saved since `version`); invalid_input (unknown author)
 */
export async function saveSessionDraft(
  db: Database,
  editor: Editor,
  id: string,
  { version, source }: { version: number; source: SessionSource },
): Promise<void> {
  await db.transaction(async (tx) => {
    const draft = await lockSessionDraft(tx, id);
    if (!draft) throw new AppError('not_found');
    await editRow(tx, {
      ...editor,
      version,
      action: 'session.save',
      target: getSessionAuditName(draft.slug),
      state: toAuditedSourceFields(source),
      find: async () => ({ version: draft.version, state: toAuditedSourceFields(draft.source) }),
      write: async (inner, next) => {
        await requireAuthor(inner, source.facts.author);
        await saveSessionVersion(inner, id, editor, next, source);
        await setSchedule(inner, id, null);
      },
    });
  });
}

type StateDeps = { jobs: JobQueue; secret: string };
export type StateChange =
  | { version: number; state: 'draft' }
  | { version: number; state: 'published' }
  | { version: number; state: 'unpublished' }
  | { version: number; state: 'scheduled'; publishAt: Date };

/**
 * Publishes a session now, schedules its publication, cancels that (`draft`), or unpublishes it.
 * @throws not_found; conflict (saved since `version`, or nothing to cancel or unpublish); session_has_faults;
 * invalid_input (scheduled in the past)
 */
export async function changeSessionState(
  deps: StateDeps,
  db: Database,
  editor: Editor,
  id: string,
  change: StateChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const session = await lockSession(tx, id);
    if (!session) throw new AppError('not_found');
    if (session.version !== change.version) throw new AppError('conflict');
    const before = describeState(session);
    if (change.state === 'unpublished') await unpublish(tx, session, editor.now);
    else if (change.state === 'draft') await unschedule(tx, session);
    else if (countBlockingFindings(session.source) > 0) throw new AppError('session_has_faults');
    else if (change.state === 'published') await publish(tx, session, editor.now);
    else await schedule(deps, tx, session, change.publishAt, editor.now);
    const after = await findStudioSession(tx, id);
    const edit: Edit = {
      ...editor,
      action: SESSION_STATE_AUDIT_ACTIONS[change.state],
      target: getSessionAuditName(session.slug),
      details: { version: session.version },
    };
    await recordEdit(tx, edit, before, after && describeState(after));
  });
}

/** The state of a session as fields of the audit log. */
const describeState = (session: Session) => ({
  state: getSessionState(session),
  publishAt: session.publishAt?.toISOString() ?? null,
  publishedVersion: session.publishedVersion,
});

const setSchedule = (tx: Database, id: string, publishAt: Date | null) =>
  tx.update(contentDrafts).set({ publishAt }).where(eq(contentDrafts.contentId, id));

async function schedule(
  { jobs, secret }: StateDeps,
  tx: Database,
  { contentId: id }: Session,
  publishAt: Date,
  now: Date,
): Promise<void> {
  if (publishAt <= now) throw new AppError('invalid_input', { publishAt: 'out_of_range' });
  await setSchedule(tx, id, publishAt);
  const data = { id, publishAt: publishAt.toISOString() };
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
  tx: Database,
  { contentId, slug, version, source, ...session }: Session,
  now: Date,
): Promise<void> {
  const { author, ...facts } = source.facts;
  const [known] = await tx
    .select({ publishedAt: contents.publishedAt })
    .from(contents)
    .where(eq(contents.id, contentId));
  const recordings = await mapDraftRecordingsByLanguage(tx, contentId);
  const published = await mapPublishedRecordingsByLanguage(tx, contentId);
  const texts = buildLibraryTexts(source).map((text) => {
    const own = recordings.get(text.language);
    if (own?.spokenHash === hashSentences(text.cues)) {
      const { name, spans, durationMs } = own;
      const cues = timeCuesToRecording(text.cues, spans, durationMs);
      return { ...text, cues, durationMs, recording: name };
    }
    // One that came with the content folder stays where its cues are the same.
    const before = published.get(text.language);
    const isSame = JSON.stringify(before?.cues) === JSON.stringify(text.cues);
    return { ...text, recording: isSame ? (before?.recording ?? null) : null };
  });
  const authorId = await requireAuthor(tx, author);
  await saveSession(tx, {
    ...facts,
    id: contentId,
    slug,
    authorId,
    publishedAt: known?.publishedAt ?? session.publishAt ?? now,
    origin: 'studio',
    sourceHash: null,
    texts,
  });
  await tx
    .update(contentDrafts)
    .set({ publishAt: null, publishedVersion: version })
    .where(eq(contentDrafts.contentId, contentId));
}

/**
 * Handler of the job `publish-session`: publishes a session at its scheduled time. Does nothing when the schedule was
 * cancelled or changed, or when the session now has faults.
 * @throws {Error} before its time, so that the job queue tries again
 */
export async function runPublishSessionJob(
  { db, secret, clock }: { db: Database; secret: string; clock: () => Date },
  encrypted: string,
): Promise<void> {
  const { id, publishAt } = decrypt(secret, encrypted) as { id: string; publishAt: string };
  const now = clock();
  await db.transaction(async (tx) => {
    const session = await lockSession(tx, id);
    if (session?.publishAt?.toISOString() !== publishAt) return;
    if (session.publishAt > now) throw new Error('Not due yet');
    if (countBlockingFindings(session.source) === 0) await publish(tx, session, now);
  });
}
