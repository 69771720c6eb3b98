import { type Departure, getDepartureInstant } from './flights.ts';

const HOUR_MS = 3_600_000;
/** The hours from a departure by which every flight has landed; the longest in the timetables take 19. */
const LONGEST_FLIGHT_HOURS = 20;
/** The hours for which the app stays open without a network after a landing. */
const HOURS_AFTER_LANDING = 48;

/** What a device knows of the time: the server's at their last contact, and its own clock then and since. */
export interface ClockAnchor {
  /** The server's time at the last contact, in epoch milliseconds. */
  serverMs: number;
  /** What the device's clock showed then. */
  deviceMs: number;
  /** The latest that the device's clock has shown since. */
  latestMs: number;
}

/** Sets a device's clock by the server's time. */
export function anchorClock(serverMs: number, deviceMs: number): ClockAnchor {
  return { serverMs, deviceMs, latestMs: deviceMs };
}

/** Takes note of what the device's clock shows. A clock that is turned back changes nothing. */
export function observeClock(anchor: ClockAnchor, deviceMs: number): ClockAnchor {
  return { ...anchor, latestMs: Math.max(anchor.latestMs, deviceMs) };
}

/** Estimates the server's time, in epoch milliseconds: it has gone on by what the device's clock has at the most. */
export function estimateServerTime({ serverMs, deviceMs, latestMs }: ClockAnchor): number {
  return serverMs + latestMs - deviceMs;
}

/**
 * Computes until when the app is open without a network, in epoch milliseconds: the later of the last known end of the
 * pass and, for the next flight as it was known at `knownMs`, its landing and two days more. A null end never comes.
 */
export function computeOfflineEnd(
  endsAt: string | null,
  flights: readonly Departure[],
  knownMs: number,
): number {
  if (endsAt === null) return Infinity;
  const landings = flights
    .map((flight) => {
      // Without a time it may leave at the end of its day.
      const latest = { ...flight, departsAt: flight.departsAt ?? '23:59' };
      return getDepartureInstant(latest).getTime() + LONGEST_FLIGHT_HOURS * HOUR_MS;
    })
    .filter((landingMs) => landingMs >= knownMs);
  const afterNextMs = Math.min(...landings) + HOURS_AFTER_LANDING * HOUR_MS;
  return Math.max(Date.parse(endsAt), landings.length === 0 ? -Infinity : afterNextMs);
}
