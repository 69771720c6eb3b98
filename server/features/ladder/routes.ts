import type { App } from '#server/dependencies.ts';
import { clampFarFutureToNow, toServerWriteTime } from '#server/http/device-clock.ts';
import { registerRoute } from '#server/http/route.ts';
import { registerIdempotentRoute } from '#server/http/idempotent-route.ts';
import * as contract from '#shared/contract/ladder.ts';
import { readLadder } from './reads.ts';
import { mergeAttempt, mergeLadderChange } from './writes.ts';

/** Registers the routes of the exposure ladder. Health data, returned to its owner only. */
export function ladderRoutes(app: App): void {
  registerRoute(app, contract.getLadder, ({ db, user }) => readLadder(db, user.id));

  registerIdempotentRoute(app, contract.saveLadder, {
    write: ({ db, user, body, now, request }) => {
      const { order = body.steps.map(({ id }) => id) } = body;
      const written = toServerWriteTime(body.writtenAt, { now, request });
      return mergeLadderChange(db, user.id, { ...body, ...written, order });
    },
    reply: ({ db, user }) => readLadder(db, user.id),
  });

  registerIdempotentRoute(app, contract.saveAttempt, {
    write: ({ db, user, body, now, request }) => {
      const startedAt = clampFarFutureToNow(new Date(body.startedAt), now);
      const written = toServerWriteTime(body.writtenAt, { now, request });
      return mergeAttempt(db, user.id, { ...body, ...written, startedAt });
    },
    reply: ({ db, user }) => readLadder(db, user.id),
  });
}
