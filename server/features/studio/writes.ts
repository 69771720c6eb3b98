import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import {
  type EditActor,
  editVersionedRowWithAudit,
  writeAuditEntryOfDifferences,
} from '#server/features/audit/writes.ts';
import { contents } from '#server/features/contents/table.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import { buildSlug } from '#shared/rules/slug.ts';
import { parseScriptTitle, toAuditedSourceFields } from './policy.ts';
import { findAuthorIdBySlug, findSessionIdBySlug, findStudioSession } from './reads.ts';
import { contentDrafts, contentVersions } from './table.ts';

/** Returns the name by which the audit log refers to a session. */
export const getSessionAuditTarget = (slug: string) => `session ${slug}`;

/**
 * Returns the id of the author with this slug.
 * @throws invalid_input (there is none)
 */
export async function requireAuthorIdBySlug(db: Database, slug: string): Promise<string> {
  const id = await findAuthorIdBySlug(db, slug);
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
  { actorId, now }: EditActor,
  version: number,
  source: SessionSource,
): Promise<void> {
  const titles = {
    titleEn: parseScriptTitle(source.scripts.en),
    titleFr: parseScriptTitle(source.scripts.fr),
  };
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
  editor: EditActor,
  { slug: wanted, source }: { slug?: string | undefined; source: SessionSource },
): Promise<string> {
  return db.transaction(async (tx) => {
    await requireAuthorIdBySlug(tx, source.facts.author);
    const contentId = v7();
    const title = parseScriptTitle(source.scripts.en) || parseScriptTitle(source.scripts.fr);
    const built = buildSlug(title) || `session-${contentId.slice(-6)}`;
    const isTaken = (await findSessionIdBySlug(tx, wanted ?? built)) !== null;
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
    const edit = { ...editor, action: 'session.add', target: getSessionAuditTarget(slug) } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, toAuditedSourceFields(source));
    return contentId;
  });
}

/**
 * Returns the draft of a session, that of an imported one made now, and locks it until the transaction ends; null when
 * the session is unknown.
 */
export async function lockOrCreateSessionDraft(tx: Database, id: string) {
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
    .values({ ...draft, titleEn: parseScriptTitle(en), titleFr: parseScriptTitle(fr) })
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
export async function saveSessionDraftAndCancelSchedule(
  db: Database,
  editor: EditActor,
  id: string,
  { version, source }: { version: number; source: SessionSource },
): Promise<void> {
  await db.transaction(async (tx) => {
    const draft = await lockOrCreateSessionDraft(tx, id);
    if (!draft) throw new AppError('not_found');
    await editVersionedRowWithAudit(tx, {
      ...editor,
      version,
      action: 'session.save',
      target: getSessionAuditTarget(draft.slug),
      state: toAuditedSourceFields(source),
      find: async () => ({ version: draft.version, state: toAuditedSourceFields(draft.source) }),
      write: async (inner, next) => {
        await requireAuthorIdBySlug(inner, source.facts.author);
        await saveSessionVersion(inner, id, editor, next, source);
        await inner
          .update(contentDrafts)
          .set({ publishAt: null })
          .where(eq(contentDrafts.contentId, id));
      },
    });
  });
}

/**
 * Deletes a session that was never published, with its versions and recordings; does nothing when it is gone already.
 * @throws conflict (saved since `version`); session_published (people may have listened to it: it can be unpublished)
 */
export async function deleteNeverPublishedSession(
  db: Database,
  editor: EditActor,
  id: string,
  version: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [known] = await tx.select({ id: contents.id }).from(contents).where(eq(contents.id, id));
    if (known) throw new AppError('session_published');
    const [draft] = await tx
      .delete(contentDrafts)
      .where(eq(contentDrafts.contentId, id))
      .returning();
    if (!draft) return;
    if (draft.version !== version) throw new AppError('conflict');
    const target = getSessionAuditTarget(draft.slug);
    const edit = { ...editor, action: 'session.delete', target } as const;
    await writeAuditEntryOfDifferences(tx, edit, toAuditedSourceFields(draft.source), null);
  });
}
