import { randomBytes } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { type EditActor, writeAuditEntryOfDifferences } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { findStudioSession } from '../reads.ts';
import { getSessionAuditTarget } from '../writes.ts';
import { hashPreviewToken } from './policy.ts';
import { listPreviewLinks, MAX_PREVIEW_LINKS_PER_SESSION } from './reads.ts';
import { previewLinks } from './table.ts';

const DAY_MS = 86_400_000;

/**
 * Creates a link to a session as it is saved, for so many days; resolves to its token, of which only the hash is kept.
 * @throws not_found; too_many
 */
export async function createPreviewLink(
  db: Database,
  editor: EditActor,
  contentId: string,
  days: number,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const { actorId, now } = editor;
  await db.transaction(async (tx) => {
    const session = await findStudioSession(tx, contentId);
    if (!session) throw new AppError('not_found');
    const others = await listPreviewLinks(tx, contentId, now);
    if (others.length >= MAX_PREVIEW_LINKS_PER_SESSION) throw new AppError('too_many');
    const expiresAt = new Date(now.getTime() + days * DAY_MS);
    const tokenHash = hashPreviewToken(token);
    await tx
      .insert(previewLinks)
      .values({ contentId, tokenHash, createdAt: now, createdBy: actorId, expiresAt });
    const target = getSessionAuditTarget(session.slug);
    const edit = { ...editor, action: 'session.preview', target, details: { days } } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, null);
  });
  return token;
}

/**
 * Ends every preview link of a session.
 * @throws not_found
 */
export async function endPreviewLinks(
  db: Database,
  editor: EditActor,
  contentId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const session = await findStudioSession(tx, contentId);
    if (!session) throw new AppError('not_found');
    const ended = await tx
      .delete(previewLinks)
      .where(eq(previewLinks.contentId, contentId))
      .returning({ id: previewLinks.id });
    if (ended.length === 0) return;
    const target = getSessionAuditTarget(session.slug);
    const details = { count: ended.length };
    const edit = { ...editor, action: 'session.preview-end', target, details } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, null);
  });
}

/** Deletes the links that have expired. */
export async function deleteExpiredPreviewLinks(db: Database, now: Date): Promise<void> {
  await db.delete(previewLinks).where(lt(previewLinks.expiresAt, now));
}
