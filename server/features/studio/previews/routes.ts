import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-previews.ts';
import { requirePreviewedSession, listPreviewLinks } from './reads.ts';
import { toPreviewedSession } from './wire.ts';
import { createPreviewLink, endPreviewLinks } from './writes.ts';

/** Registers the routes of links by which a guest sees a session before it is published. */
export function previewRoutes(app: App): void {
  const { baseUrl } = app.dependencies;
  const readLinks = async (db: Database, id: string, now: Date) => {
    const links = await listPreviewLinks(db, id, now);
    return links.map(({ createdAt, expiresAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
  };

  registerRoute(app, contract.listPreviewLinks, async ({ db, params, now }) => ({
    links: await readLinks(db, params.id, now),
  }));
  registerRoute(app, contract.createPreviewLink, async ({ db, user, now, params, body }) => {
    const editor = { actorId: user.id, now };
    const token = await createPreviewLink(db, editor, params.id, body.days);
    // In the hash, which no server, log or referrer sees.
    return { url: `${baseUrl}/preview#${token}`, links: await readLinks(db, params.id, now) };
  });
  registerRoute(app, contract.endPreviewLinks, async ({ db, user, now, params }) => {
    await endPreviewLinks(db, { actorId: user.id, now }, params.id);
    return { links: await readLinks(db, params.id, now) };
  });
  registerRoute(app, contract.openPreview, async ({ db, body, now }) =>
    toPreviewedSession(await requirePreviewedSession(db, body.token, now), body.language),
  );
}
