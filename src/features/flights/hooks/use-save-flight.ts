import { useMutation } from '@tanstack/react-query';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import type { Flight, FlightDetails } from '#shared/contract/flights.ts';
import type { Plan } from '#shared/contract/plan.ts';
import type { User } from '#shared/contract/users.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { now } from '#web/lib/clock.ts';
import {
  applyFlightWrite,
  rebuildPlanForFlights,
  updateFlightDateOfUser,
  updateSessionsTodayOfDashboard,
} from '#web/lib/sync/flight-effects.ts';
import { defineSyncedWrite, sendOrQueueWrite } from '#web/lib/sync/synced-write.ts';
import type { KnownDataFinder } from '#web/lib/sync/write-effects.ts';
import type { UnsentWrite } from '#web/lib/sync/write-store.ts';

const LIST = '/api/flights';
interface Flights {
  items: Flight[];
}

/** Lists the flights after a write; where the list is not known, the one that the plan leads to stands for it. */
const listAfter = (write: UnsentWrite, find: KnownDataFinder, planned: Flight | null = null) => {
  const known = (find(LIST) as Flights | undefined)?.items ?? (planned ? [planned] : []);
  return applyFlightWrite(known, write);
};

type FlightRoute = 'POST /api/flights' | 'PATCH /api/flights/:id' | 'DELETE /api/flights/:id';

const defineFlightWrite = <Route extends FlightRoute>(route: Route) =>
  defineSyncedWrite<Route, Flights>({
    route,
    key: () => [LIST],
    apply: ({ items }, _input, write) => ({ items: applyFlightWrite(items, write) }),
    needs: () => LIST,
    effects: [
      {
        url: /^\/api\/users\/me$/,
        apply: (user: User, _input, write, find) =>
          find(LIST) ? updateFlightDateOfUser(user, listAfter(write, find)) : user,
      },
      {
        url: /^\/api\/plan(?:\?|$)/,
        apply: (plan: Plan, _input, write, find) =>
          rebuildPlanForFlights(plan, listAfter(write, find, plan.flight)),
      },
      {
        url: /^\/api\/dashboard(?:\?|$)/,
        apply: (dashboard: Dashboard, _input, write, find) =>
          find(LIST)
            ? updateSessionsTodayOfDashboard(dashboard, listAfter(write, find))
            : dashboard,
      },
    ],
  });

const adding = defineFlightWrite('POST /api/flights');
const changing = defineFlightWrite('PATCH /api/flights/:id');
const removing = defineFlightWrite('DELETE /api/flights/:id');

/** A flight to save; a null id adds a new one. */
export interface FlightToSave {
  id: string | null;
  details: FlightDetails;
}

/**
 * Mutation that adds a flight or changes an existing one, and resolves to its id; without a network it is queued. The
 * profile, the dashboard and the plan follow.
 */
export function useSaveFlight() {
  const owner = useProfile().id;
  return useMutation({
    mutationFn: async ({ id, details }: FlightToSave) => {
      const writtenAt = now().toISOString();
      if (id === null) {
        const body = { ...details, id: crypto.randomUUID(), writtenAt };
        await sendOrQueueWrite(adding, owner, { body });
        return { id: body.id };
      }
      await sendOrQueueWrite(changing, owner, { params: { id }, body: { ...details, writtenAt } });
      return { id };
    },
  });
}

/** Mutation that deletes a flight by its id; without a network it is queued. */
export function useRemoveFlight() {
  const owner = useProfile().id;
  return useMutation({
    mutationFn: (id: string) => sendOrQueueWrite(removing, owner, { params: { id } }),
  });
}
