import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { findLastEdit } from '#server/features/audit/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-contents.ts';
import { findSession, findSessionId, findVersion, listSessions, listVersions } from './reads.ts';
import { toSessionRow, toStudioSession } from './wire.ts';
import { changeSource, changeState, createSession, getSessionAuditName } from './writes.ts';

/** The sessions as admins write them. */
export function studioRoutes(app: App): void {
  const { dependencies } = app;

  async function readSession(db: Database, id: string) {
    const session = await findSession(db, id);
    if (!session) throw new AppError('not_found');
    return toStudioSession(session, await findLastEdit(db, getSessionAuditName(session.slug)));
  }

  route(app, contract.listStudioContents, async ({ db, user, query }) => {
    const rows = await listSessions(db, user.preferredLanguage, query);
    const sessions = rows.slice(0, query.limit).map(toSessionRow);
    return { sessions, hasMore: rows.length > sessions.length };
  });
  route(app, contract.getStudioContent, ({ db, params }) => readSession(db, params.id));
  route(app, contract.createStudioContent, async ({ db, user, now, body }) =>
    readSession(db, await createSession(db, { actorId: user.id, now }, body)),
  );
  route(app, contract.saveStudioContent, async ({ db, user, now, params, body }) => {
    await changeSource(db, { actorId: user.id, now }, params.id, body);
    return readSession(db, params.id);
  });
  route(app, contract.changeStudioContentState, async ({ db, user, now, params, body }) => {
    const change =
      body.state === 'scheduled' ? { ...body, publishAt: new Date(body.publishAt) } : body;
    await changeState(dependencies, db, { actorId: user.id, now }, params.id, change);
    return readSession(db, params.id);
  });
  route(app, contract.listStudioVersions, async ({ db, params, query }) => {
    const versions = await listVersions(db, params.id, query.limit);
    return {
      versions: versions.map((one) => ({ ...one, savedAt: one.savedAt.toISOString() })),
    };
  });
  route(app, contract.getStudioVersion, async ({ db, params, query }) => {
    const found = await findVersion(db, params.id, query.number);
    if (!found) throw new AppError('not_found');
    return found;
  });
  route(app, contract.importStudioContent, async ({ db, user, now, body: { slug, source } }) => {
    const editor = { actorId: user.id, now };
    const id = await findSessionId(db, slug);
    const version = id === null ? 0 : ((await findSession(db, id))?.version ?? 0);
    if (id === null) return readSession(db, await createSession(db, editor, { slug, source }));
    await changeSource(db, editor, id, { version, source });
    return readSession(db, id);
  });
}
