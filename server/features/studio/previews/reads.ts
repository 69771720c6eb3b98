import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { AppError } from '#server/http/errors.ts';
import { findStudioSession } from '../reads.ts';
import { hashPreviewToken } from './policy.ts';
import { previewLinks } from './table.ts';

export const MAX_PREVIEW_LINKS_PER_SESSION = 20;

/** Lists the links of a session that have not expired, the newest first, each with whose it is by address. */
export const listPreviewLinks = (db: Database, contentId: string, now: Date) =>
  db
    .select({
      id: previewLinks.id,
      createdAt: previewLinks.createdAt,
      by: users.email,
      expiresAt: previewLinks.expiresAt,
    })
    .from(previewLinks)
    .leftJoin(users, eq(users.id, previewLinks.createdBy))
    .where(and(eq(previewLinks.contentId, contentId), gt(previewLinks.expiresAt, now)))
    .orderBy(desc(previewLinks.createdAt))
    .limit(MAX_PREVIEW_LINKS_PER_SESSION);

/**
 * Returns the session that a preview link opens, as last saved, with when the link expires.
 * @throws link_expired (unknown, expired or ended, or the session is deleted)
 */
export async function requirePreviewedSession(db: Database, token: string, now: Date) {
  const [link] = await db
    .select({ contentId: previewLinks.contentId, expiresAt: previewLinks.expiresAt })
    .from(previewLinks)
    .where(
      and(eq(previewLinks.tokenHash, hashPreviewToken(token)), gt(previewLinks.expiresAt, now)),
    );
  const session = link && (await findStudioSession(db, link.contentId));
  if (!session) throw new AppError('link_expired');
  return { session, expiresAt: link.expiresAt };
}
