import type { Flight } from '#shared/contract/flights.ts';
import { nearestFlight } from '#shared/rules/flights.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { useFlights } from '#web/features/flights/queries.ts';

/** The flight of the day that is counted to, once it is known. */
export function useCountedFlight(now: Date): Flight | null {
  const { flightDate } = useProfile();
  const { data } = useFlights();
  const flight = data && nearestFlight(data.items, now);
  return flight?.departsOn === flightDate ? flight : null;
}
