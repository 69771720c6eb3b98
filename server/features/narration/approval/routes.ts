import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-approvals.ts';
import { findSpokenRecording, listAndCountUnapprovedRecordings } from './reads.ts';
import { approveRecordingAndPublishIfDone } from './writes.ts';

/** Registers the admin routes that list, tell and approve what was spoken. */
export function approvalRoutes(app: App): void {
  const { dependencies } = app;

  registerRoute(app, contract.listUnapprovedRecordings, async ({ db }) => {
    const { waiting, total } = await listAndCountUnapprovedRecordings(db);
    return {
      waiting: waiting.map((one) => ({ ...one, addedAt: one.addedAt.toISOString() })),
      total,
    };
  });
  registerRoute(app, contract.getSpokenRecording, async ({ db, params, query }) => {
    const found = await findSpokenRecording(db, params.id, query.language);
    if (!found) throw new AppError('not_found');
    const { session, recording, title, sentences } = found;
    return {
      version: session.version,
      title,
      url: await dependencies.media.getUrl(recording.name),
      approvedAt: recording.approvedAt?.toISOString() ?? null,
      sentences,
    };
  });
  registerRoute(app, contract.approveRecording, async ({ user, now, params, body }) => {
    const place = { ...body, id: params.id };
    return {
      published: await approveRecordingAndPublishIfDone(
        dependencies,
        { actorId: user.id, now },
        place,
      ),
    };
  });
}
