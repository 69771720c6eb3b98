import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/ladder.ts';
import { findLadder } from './reads.ts';
import { saveAttempt, saveLadder } from './writes.ts';

const NO_OUTCOME = { highest: null, after: null, happened: null, learned: null };

/** The exposure ladder. What is written on it is health data: it leaves the server only to its owner. */
export function ladderRoutes(app: App): void {
  route(app, contract.getLadder, ({ db, user }) => findLadder(db, user.id));

  route(app, contract.saveLadder, async ({ db, user, body }) => {
    await saveLadder(db, user.id, body.steps, body.removed);
    return findLadder(db, user.id);
  });

  route(app, contract.saveAttempt, async ({ db, user, body }) => {
    const { outcome, startedAt, ...rest } = body;
    const attempt = { ...rest, ...(outcome ?? NO_OUTCOME), startedAt: new Date(startedAt) };
    await saveAttempt(db, user.id, attempt);
    return findLadder(db, user.id);
  });
}
