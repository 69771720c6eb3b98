import type { Flight } from '#shared/contract/flights.ts';
import { chooseNearestFlight } from '#shared/rules/flights.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { useFlights } from '#web/features/flights/queries.ts';

/** The next flight, if it departs on the profile's flight date; null otherwise and until flights are loaded. */
export function useCountdownFlight(now: Date): Flight | null {
  const { flightDate } = useProfile();
  const { data } = useFlights();
  const flight = data && chooseNearestFlight(data.items, now);
  return flight?.departsOn === flightDate ? flight : null;
}
