import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/ladder.ts';
import { writtenAt } from '#server/features/player/writes.ts';
import { findLedger } from './reads.ts';
import { removeRecord, saveRecord } from './writes.ts';

/** The ledger of flights: expected against what happened. Health data, told to its owner alone. */
export function ledgerRoutes(app: App): void {
  route(app, contract.getLedger, ({ db, user }) => findLedger(db, user.id));

  route(app, contract.saveFlightRecord, async ({ db, user, body, now }) => {
    await saveRecord(db, user.id, { ...body, writtenAt: writtenAt(body.writtenAt, now) });
    return findLedger(db, user.id);
  });

  route(app, contract.removeFlightRecord, async ({ db, user, params, body, now }) => {
    await removeRecord(db, user.id, params.id, writtenAt(body.writtenAt, now));
    return { ok: true as const };
  });
}
