import type { App } from '#server/dependencies.ts';
import { notAhead, writtenAt } from '#server/http/device-clock.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/ladder.ts';
import { findLadder } from './reads.ts';
import { saveAttempt, saveLadder } from './writes.ts';

/** The exposure ladder. What is written on it is health data: it leaves the server only to its owner. */
export function ladderRoutes(app: App): void {
  route(app, contract.getLadder, ({ db, user }) => findLadder(db, user.id));

  route(app, contract.saveLadder, async ({ db, user, body, now, request }) => {
    const { order = body.steps.map(({ id }) => id) } = body;
    const at = writtenAt(body.writtenAt, { now, request });
    await saveLadder(db, user.id, { ...body, order, writtenAt: at });
    return findLadder(db, user.id);
  });

  route(app, contract.saveAttempt, async ({ db, user, body, now, request }) => {
    const startedAt = notAhead(new Date(body.startedAt), now);
    const at = writtenAt(body.writtenAt, { now, request });
    await saveAttempt(db, user.id, { ...body, startedAt, writtenAt: at });
    return findLadder(db, user.id);
  });
}
