import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Flight } from '#shared/contract/flights.ts';
import { parseAirports } from '#shared/rules/airports.ts';
import { api } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { createAirportNamer } from './model.ts';
import airportsUrl from '../../../content/airports/airports.bin?url';

const flightsQuery = queryOptions({
  queryKey: ['/api/flights'],
  queryFn: ({ signal }) => api('GET /api/flights', { signal }),
});

/** Query of the person's flights, including past ones. */
export function useFlights() {
  return useQuery(flightsQuery);
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
  return createAirportNamer(data ?? [], i18n.language);
}
