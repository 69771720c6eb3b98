import { randomUUID } from 'node:crypto';
import type { App } from '#server/dependencies.ts';
import { toServerWriteTime } from '#server/http/device-clock.ts';
import { AppError } from '#server/http/errors.ts';
import { registerIdempotentRoute } from '#server/http/idempotent-route.ts';
import {
  type EndpointCall,
  registerRouteWithOwnData,
  requireCallerProfile,
} from '#server/http/route.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import * as contract from '#shared/contract/flights.ts';
import { findFlight, ownFlightsQuery } from './reads.ts';
import { addFlightUnlessStored, changeFlightUnlessNewer, removeFlight } from './writes.ts';

/** Registers the routes by which people list, add, change and remove their flights. */
export function flightRoutes(app: App): void {
  registerRouteWithOwnData(app, contract.listFlights, { rows: ownFlightsQuery }, (call) => {
    requireCallerProfile(call);
    return { items: call.own };
  });

  registerIdempotentRoute(app, contract.addFlight, {
    write: (call) => {
      const { writtenAt: given, ...details } = call.body;
      const { writtenAt } = toServerWriteTime(given, call);
      // Pages of before leave the choice of the id to the server.
      details.id = call.body.id ??= randomUUID();
      return addFlightUnlessStored(call.db, requireCallerProfile(call).id, {
        ...details,
        writtenAt,
      });
    },
    reply: (call) => readFlight(call, call.body.id),
  });

  registerIdempotentRoute(app, contract.changeFlight, {
    write: (call) => {
      const { writtenAt, ...change } = call.body;
      const written = { ...change, ...toServerWriteTime(writtenAt, call) };
      return changeFlightUnlessNewer(
        call.db,
        requireCallerProfile(call).id,
        call.params.id,
        written,
      );
    },
    reply: (call) => readFlight(call, call.params.id),
  });

  registerIdempotentRoute(app, contract.removeFlight, {
    write: (call) => removeFlight(call.db, requireCallerProfile(call).id, call.params.id),
    reply: () => ({ ok: true as const }),
  });
}

/** Reads a flight of the caller. @throws not_found */
async function readFlight(call: EndpointCall<Endpoint>, id = '') {
  const found = await findFlight(call.db, requireCallerProfile(call).id, id);
  if (!found) throw new AppError('not_found');
  return found;
}
