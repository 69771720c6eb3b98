import { count, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import {
  type EditActor,
  editVersionedRowWithAudit,
  writeAuditEntryOfDifferences,
} from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { SavedReplyInput } from '#shared/contract/admin-support.ts';
import { supportReplies } from '../table.ts';
import { findSavedReply, MAX_SAVED_REPLIES } from './reads.ts';

/** Returns the name by which the audit log refers to a saved reply. */
export const getSavedReplyAuditTarget = (id: string) => `support reply ${id}`;

/** A saved reply as fields of the audit log. */
const toFields = ({ title, texts }: SavedReplyInput) => ({
  title,
  'text.en': texts.en,
  'text.fr': texts.fr,
});

/**
 * Adds a saved reply, a ready-made answer to support questions; resolves to its id.
 * @throws {AppError} `too_many`
 */
export async function createSavedReply(
  db: Database,
  editor: EditActor,
  reply: SavedReplyInput,
): Promise<string> {
  return db.transaction(async (tx) => {
    const [all] = await tx.select({ count: count() }).from(supportReplies);
    if ((all?.count ?? 0) >= MAX_SAVED_REPLIES) throw new AppError('too_many');
    const [row] = await tx.insert(supportReplies).values(reply).returning();
    if (!row) throw new Error('The saved reply returned no row');
    const edit = {
      ...editor,
      action: 'support-reply.add',
      target: getSavedReplyAuditTarget(row.id),
    } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, toFields(reply));
    return row.id;
  });
}

/**
 * Changes a saved reply; answers that were made from it are not changed.
 * @throws {AppError} `not_found`; `conflict` (changed since `version`)
 */
export async function changeSavedReply(
  db: Database,
  editor: EditActor,
  id: string,
  { version, reply }: { version: number; reply: SavedReplyInput },
): Promise<void> {
  await editVersionedRowWithAudit(db, {
    ...editor,
    version,
    action: 'support-reply.change',
    target: getSavedReplyAuditTarget(id),
    state: toFields(reply),
    find: async (tx) => {
      const stored = await findSavedReply(tx, id, true);
      return stored && { version: stored.version, state: toFields(stored) };
    },
    write: async (tx, next) => {
      const set = { ...reply, version: next };
      await tx.update(supportReplies).set(set).where(eq(supportReplies.id, id));
    },
  });
}

/**
 * Deletes a saved reply and audits it; does nothing when it is gone already.
 * @throws {AppError} `conflict` (changed since `version`)
 */
export async function deleteSavedReply(
  db: Database,
  editor: EditActor,
  id: string,
  version: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.delete(supportReplies).where(eq(supportReplies.id, id)).returning();
    if (!row) return;
    if (row.version !== version) throw new AppError('conflict');
    const edit = {
      ...editor,
      action: 'support-reply.delete',
      target: getSavedReplyAuditTarget(id),
    } as const;
    await writeAuditEntryOfDifferences(tx, edit, toFields(row), null);
  });
}
