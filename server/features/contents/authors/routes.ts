import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { findLastEdit } from '#server/features/audit/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-authors.ts';
import { findAuthor, listAuthors } from './reads.ts';
import { changeAuthor, changePortrait, createAuthor, getAuthorAuditTarget } from './writes.ts';

/** Registers the admin routes of authors and their portraits. */
export function authorRoutes(app: App): void {
  const { media } = app.dependencies;

  async function readAuthor(db: Database, id: string) {
    const author = await findAuthor(db, id);
    if (!author) throw new AppError('not_found');
    return {
      ...author,
      portrait: author.portrait && (await media.getUrl(author.portrait)),
      lastEdit: await findLastEdit(db, getAuthorAuditTarget(author.slug)),
    };
  }

  registerRoute(app, contract.listAuthors, async ({ db, user }) => ({
    authors: await listAuthors(db, user.preferredLanguage),
  }));
  registerRoute(app, contract.getAuthor, ({ db, params }) => readAuthor(db, params.id));
  registerRoute(app, contract.createAuthor, async ({ db, user, now, body }) =>
    readAuthor(db, await createAuthor(db, { actorId: user.id, now }, body.texts)),
  );
  registerRoute(app, contract.changeAuthor, async ({ db, user, now, params, body }) => {
    await changeAuthor(db, { actorId: user.id, now }, params.id, body);
    return readAuthor(db, params.id);
  });
  registerRoute(app, contract.changeAuthorPortrait, async ({ db, user, now, params, body }) => {
    await changePortrait({ db, media }, { actorId: user.id, now }, params.id, body);
    return readAuthor(db, params.id);
  });
}
