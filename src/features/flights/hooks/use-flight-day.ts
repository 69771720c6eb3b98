import { computeCountdown } from '#shared/rules/flight-date.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';

/** Returns whether the person's next flight is today, in the device's time zone. */
export function useIsFlightDay(): boolean {
  const { flightDate } = useProfile();
  const timeZone = getDeviceTimeZone();
  return computeCountdown({ date: flightDate, timeZone, now: now() }).state === 'today';
}
