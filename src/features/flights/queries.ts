import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Flight, FlightDetails } from '#shared/contract/flights.ts';
import { parseAirports } from '#shared/rules/airports.ts';
import { PROFILE_KEY } from '#web/features/account/queries.ts';
import { useRefreshPlan } from '#web/lib/refresh-plan.ts';
import { api } from '#web/lib/api.ts';
import { createAirportNames } from './model.ts';
import airportsUrl from '../../../content/airports/airports.bin?url';

const flightsQuery = queryOptions({
  queryKey: ['/api/flights'],
  queryFn: ({ signal }) => api('GET /api/flights', { signal }),
});

/** Query of the person's flights, including past ones. */
export function useFlights() {
  return useQuery(flightsQuery);
}

/** Invalidates what depends on flights: profile, dashboard and plan. */
function useFlightMutation<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient();
  const refreshPlan = useRefreshPlan();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      refreshPlan();
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: flightsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: PROFILE_KEY }),
      ]);
    },
  });
}

/** A flight to save; a null id adds a new one. */
export interface FlightToSave {
  id: string | null;
  details: FlightDetails;
}

/** Mutation that adds a flight or changes an existing one; then refetches flights, profile, dashboard and plan. */
export function useSaveFlight() {
  return useFlightMutation(({ id, details }: FlightToSave) =>
    id === null
      ? api('POST /api/flights', { body: details })
      : api('PATCH /api/flights/:id', { params: { id }, body: details }),
  );
}

/** Mutation that deletes a flight by its id. */
export function useRemoveFlight() {
  return useFlightMutation((id: string) => api('DELETE /api/flights/:id', { params: { id } }));
}

/** Query of the list of airports; downloaded once, when `wanted`, and searched on the device. */
export function useAirports(wanted: boolean) {
  return useQuery({
    queryKey: [airportsUrl],
    queryFn: async ({ signal }) => {
      const { body, ok } = await fetch(airportsUrl, { signal });
      if (!ok || !body) throw new Error('The list of airports did not come');
      const unpacked = body.pipeThrough(new DecompressionStream('gzip'));
      return parseAirports(await new Response(unpacked).text());
    },
    enabled: wanted,
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/**
 * Returns a function that names an airport by its code, such as `Paris (CDG)`, or by the code alone until the list has
 * loaded. Loads it only if one of the flights has an airport.
 */
export function useAirportNames(flights: readonly Pick<Flight, 'fromAirport' | 'toAirport'>[]) {
  const { i18n } = useTranslation();
  const { data } = useAirports(
    flights.some(({ fromAirport, toAirport }) => fromAirport !== null || toAirport !== null),
  );
  return createAirportNames(data ?? [], i18n.language);
}
