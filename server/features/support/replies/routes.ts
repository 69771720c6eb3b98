import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { findLastEdit } from '#server/features/audit/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-support.ts';
import { findSavedReply, listSavedReplies } from './reads.ts';
import {
  changeSavedReply,
  createSavedReply,
  deleteSavedReply,
  getSavedReplyAuditTarget,
} from './writes.ts';

/** Registers the routes of saved replies, for admins. */
export function supportReplyRoutes(app: App): void {
  async function readReply(db: Database, id: string) {
    const found = await findSavedReply(db, id);
    if (!found) throw new AppError('not_found');
    return { ...found, lastEdit: await findLastEdit(db, getSavedReplyAuditTarget(id)) };
  }

  registerRoute(app, contract.listSavedReplies, async ({ db }) => ({
    replies: await listSavedReplies(db),
  }));
  registerRoute(app, contract.getSavedReply, ({ db, params }) => readReply(db, params.id));
  registerRoute(app, contract.createSavedReply, async ({ db, user, now, body }) =>
    readReply(db, await createSavedReply(db, { actorId: user.id, now }, body.reply)),
  );
  registerRoute(app, contract.changeSavedReply, async ({ db, user, now, params, body }) => {
    await changeSavedReply(db, { actorId: user.id, now }, params.id, body);
    return readReply(db, params.id);
  });
  registerRoute(app, contract.deleteSavedReply, async ({ db, user, now, params, query }) => {
    await deleteSavedReply(db, { actorId: user.id, now }, params.id, query.version);
    return { ok: true as const };
  });
}
