import type { App } from '#server/dependencies.ts';
import { audit } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin.ts';
import { listKept, readKept } from './service.ts';

const MOST_LETTERS = 100;

/** The letters that lie in the outbox folder, for admins. */
export function mailRoutes(app: App): void {
  const { outbox } = app.dependencies.files;

  route(app, contract.listLetters, async () => {
    const letters = await listKept(outbox, MOST_LETTERS);
    return { letters: letters.map(({ id, keptAt }) => ({ id, keptAt: keptAt.toISOString() })) };
  });

  route(app, contract.readLetter, async ({ params, user, db, now }) => {
    const message = await readKept(outbox, params.id);
    if (message === null) throw new AppError('not_found');
    // Its link may open somebody's account: whoever read it is written down before it is shown.
    const entry = { action: 'letter.read', subjectId: null, details: { letter: params.id } };
    await audit(db, { at: now, actorId: user.id, by: 'admin', ...entry });
    return { message };
  });
}
