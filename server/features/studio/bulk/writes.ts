import type { Database } from '#server/db/connect.ts';
import type { EditActor } from '#server/features/audit/writes.ts';
import type { WebhookDependencies } from '#server/features/webhooks/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { BulkSessionChange, BulkReply } from '#shared/contract/admin-bulk.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import { addOrRemoveScriptTag } from '#shared/rules/script-tags.ts';
import { changeSessionPublicationState } from '../publication/writes.ts';
import { findStudioSession } from '../reads.ts';
import { saveSessionDraftAndCancelSchedule } from '../writes.ts';

type SeenSession = { id: string; version: number };

/**
 * Makes a change to each of some sessions, one after the other, each in its own transaction; returns which were changed
 * and which were refused, with the codes. Any other error ends it: what was changed before stays.
 */
export async function changeEachSession(
  sessions: readonly SeenSession[],
  change: (session: SeenSession) => Promise<void>,
): Promise<BulkReply> {
  const reply: BulkReply = { changed: [], refused: [] };
  for (const session of sessions) {
    const { id } = session;
    try {
      await change(session);
      reply.changed.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reply.refused.push({ id, code: error.code });
    }
  }
  return reply;
}

/**
 * Saves what `change` makes of the source of a session as its next version; nothing when that is what it was.
 * @throws not_found; conflict (saved since `version`); invalid_input (unknown author)
 */
export async function changeSessionSource(
  db: Database,
  editor: EditActor,
  { id, version }: SeenSession,
  change: (source: SessionSource) => SessionSource,
): Promise<void> {
  const session = await findStudioSession(db, id);
  if (!session) throw new AppError('not_found');
  // What is saved meanwhile has another version, which is a conflict.
  if (session.version !== version) throw new AppError('conflict');
  await saveSessionDraftAndCancelSchedule(db, editor, id, {
    version,
    source: change(session.source),
  });
}

/** Returns the source of a session as moved or tagged. */
function changeSource(
  { facts, scripts }: SessionSource,
  change: Exclude<BulkSessionChange, { action: 'publish' | 'unpublish' }>,
): SessionSource {
  if (change.action === 'move') {
    const { category = facts.category, author = facts.author, access = facts.access } = change;
    return { facts: { ...facts, category, author, access }, scripts };
  }
  const { tags, action } = change;
  const tagged = (language: 'en' | 'fr') =>
    addOrRemoveScriptTag(scripts[language], tags[language], action === 'tag');
  return { facts, scripts: { en: tagged('en'), fr: tagged('fr') } };
}

/**
 * Publishes, unpublishes, moves or tags sessions. Publishing confirms no doubtful recording and loses none: those
 * sessions are refused, and wait to be looked at.
 */
export function changeManySessions(
  deps: WebhookDependencies,
  db: Database,
  editor: EditActor,
  sessions: readonly SeenSession[],
  change: BulkSessionChange,
): Promise<BulkReply> {
  return changeEachSession(sessions, async (session) => {
    const { id, version } = session;
    if (change.action === 'publish')
      await changeSessionPublicationState(deps, db, editor, id, { version, state: 'published' });
    else if (change.action === 'unpublish')
      await changeSessionPublicationState(deps, db, editor, id, { version, state: 'unpublished' });
    else await changeSessionSource(db, editor, session, (source) => changeSource(source, change));
  });
}
