import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { findLastEdit } from '#server/features/audit/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as approvals from '#shared/contract/admin-approvals.ts';
import * as contract from '#shared/contract/admin-contents.ts';
import {
  findStudioSession,
  findSessionVersionSource,
  listStudioSessions,
  listSessionVersions,
} from './reads.ts';
import { listFormerRecordings, readDraftRecordingsByLanguage } from './recordings/reads.ts';
import { toFormerRecordings, toStudioRecordings } from './recordings/wire.ts';
import {
  addUploadedRecording,
  restoreFormerRecording,
  setOrRemoveRecording,
  importSession,
} from './recordings/writes.ts';
import { toListedSession, toStudioSession } from './wire.ts';
import { changeSessionPublicationState } from './publication/writes.ts';
import {
  saveSessionDraftAndCancelSchedule,
  createSession,
  deleteNeverPublishedSession,
  getSessionAuditTarget,
} from './writes.ts';

/** Registers the routes by which admins edit, publish and record sessions. */
export function studioSessionRoutes(app: App): void {
  const { dependencies } = app;

  async function readSession(db: Database, id: string) {
    const session = await findStudioSession(db, id);
    if (!session) throw new AppError('not_found');
    const recordings = await readDraftRecordingsByLanguage(db, id);
    return toStudioSession(session, {
      lastEdit: await findLastEdit(db, getSessionAuditTarget(session.slug)),
      recordings: await toStudioRecordings(dependencies.media, session.source, recordings),
    });
  }

  registerRoute(app, contract.listStudioContents, async ({ db, user, query }) => {
    const rows = await listStudioSessions(db, user.preferredLanguage, query);
    const sessions = rows.slice(0, query.limit).map(toListedSession);
    return { sessions, hasMore: rows.length > sessions.length };
  });
  registerRoute(app, contract.getStudioContent, ({ db, params }) => readSession(db, params.id));
  registerRoute(app, contract.createStudioContent, async ({ db, user, now, body }) =>
    readSession(db, await createSession(db, { actorId: user.id, now }, body)),
  );
  registerRoute(app, contract.saveStudioContent, async ({ db, user, now, params, body }) => {
    await saveSessionDraftAndCancelSchedule(db, { actorId: user.id, now }, params.id, body);
    return readSession(db, params.id);
  });
  registerRoute(app, contract.deleteStudioContent, async ({ db, user, now, params, query }) => {
    await deleteNeverPublishedSession(db, { actorId: user.id, now }, params.id, query.version);
    return { ok: true as const };
  });
  registerRoute(app, contract.changeStudioContentState, async ({ db, user, now, params, body }) => {
    const change =
      body.state === 'scheduled' ? { ...body, publishAt: new Date(body.publishAt) } : body;
    await changeSessionPublicationState(
      dependencies,
      db,
      { actorId: user.id, now },
      params.id,
      change,
    );
    return readSession(db, params.id);
  });
  registerRoute(app, contract.changeStudioRecording, async ({ db, user, now, params, body }) => {
    const { uploadId, silences, ...at } = body;
    const editor = { actorId: user.id, now };
    const place = { ...at, id: params.id };
    if (uploadId === null) await setOrRemoveRecording(db, editor, place, null);
    else await addUploadedRecording(dependencies, editor, place, { uploadId, silences });
    return readSession(db, params.id);
  });
  registerRoute(app, approvals.listFormerRecordings, async ({ db, params }) => {
    const session = await findStudioSession(db, params.id);
    if (!session) throw new AppError('not_found');
    const former = await listFormerRecordings(db, params.id);
    return { recordings: await toFormerRecordings(dependencies.media, session.source, former) };
  });
  registerRoute(app, approvals.restoreFormerRecording, async ({ db, user, now, params, body }) => {
    await restoreFormerRecording(db, { actorId: user.id, now }, { ...body, id: params.id });
    return readSession(db, params.id);
  });
  registerRoute(app, contract.listStudioVersions, async ({ db, params, query }) => {
    const versions = await listSessionVersions(db, params.id, query.limit);
    return {
      versions: versions.map((one) => ({ ...one, savedAt: one.savedAt.toISOString() })),
    };
  });
  registerRoute(app, contract.getStudioVersion, async ({ db, params, query }) => {
    const found = await findSessionVersionSource(db, params.id, query.number);
    if (!found) throw new AppError('not_found');
    return found;
  });
  registerRoute(app, contract.importStudioContent, async ({ db, user, now, body }) =>
    readSession(db, await importSession(dependencies, { actorId: user.id, now }, body)),
  );
}
