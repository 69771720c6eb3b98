import type { App } from '#server/dependencies.ts';
import { ownRoute, requireUser, route } from '#server/http/route.ts';
import * as contract from '#shared/contract/flights.ts';
import { ownFlights } from './reads.ts';
import { addFlight, changeFlight, removeFlight } from './writes.ts';

/** Registers the routes by which people list, add, change and remove their flights. */
export function flightRoutes(app: App): void {
  ownRoute(app, contract.listFlights, { rows: ownFlights }, (call) => {
    requireUser(call);
    return { items: call.own };
  });

  route(app, contract.addFlight, (call) =>
    addFlight(call.db, requireUser(call).id, call.body, call.now),
  );

  route(app, contract.changeFlight, (call) => {
    const { db, params, body, now } = call;
    return changeFlight(db, requireUser(call).id, params.id, body, now);
  });

  route(app, contract.removeFlight, async (call) => {
    await removeFlight(call.db, requireUser(call).id, call.params.id);
    return { ok: true as const };
  });
}
