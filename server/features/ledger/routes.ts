import type { App } from '#server/dependencies.ts';
import { writtenAt } from '#server/http/device-clock.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/ladder.ts';
import { findLedger } from './reads.ts';
import { removeRecord, saveRecord } from './writes.ts';

/** The ledger of flights: expected against what happened. Health data, told to its owner alone. */
export function ledgerRoutes(app: App): void {
  route(app, contract.getLedger, ({ db, user }) => findLedger(db, user.id));

  route(app, contract.saveFlightRecord, async ({ db, user, body, now, request }) => {
    const at = writtenAt(body.writtenAt, { now, request });
    await saveRecord(db, user.id, { ...body, writtenAt: at });
    return findLedger(db, user.id);
  });

  route(app, contract.removeFlightRecord, async ({ db, user, params, body, now, request }) => {
    await removeRecord(db, user.id, params.id, writtenAt(body.writtenAt, { now, request }));
    return { ok: true as const };
  });
}
