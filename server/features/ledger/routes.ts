import type { App } from '#server/dependencies.ts';
import { toServerWriteTime } from '#server/http/device-clock.ts';
import { registerRoute } from '#server/http/route.ts';
import { registerIdempotentRoute } from '#server/http/idempotent-route.ts';
import * as contract from '#shared/contract/ladder.ts';
import { readFlightRecords } from './reads.ts';
import { removeFlightRecord, mergeFlightRecord } from './writes.ts';

/** Registers the routes of the flight ledger. Health data, returned to its owner only. */
export function ledgerRoutes(app: App): void {
  registerRoute(app, contract.getFlightRecords, ({ db, user }) => readFlightRecords(db, user.id));

  registerIdempotentRoute(app, contract.saveFlightRecord, {
    write: ({ db, user, body, now, request }) =>
      mergeFlightRecord(db, user.id, {
        ...body,
        ...toServerWriteTime(body.writtenAt, { now, request }),
      }),
    reply: ({ db, user }) => readFlightRecords(db, user.id),
  });

  registerIdempotentRoute(app, contract.removeFlightRecord, {
    write: ({ db, user, params, body, now, request }) => {
      const { writtenAt } = toServerWriteTime(body.writtenAt, { now, request });
      return removeFlightRecord(db, user.id, params.id, writtenAt);
    },
    reply: () => ({ ok: true as const }),
  });
}
