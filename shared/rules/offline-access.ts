import { type Departure, getDepartureInstant } from './flights.ts';

const HOUR_MS = 3_600_000;
/** Hours from departure by which every flight is assumed to have landed; the longest scheduled ones take 19. */
const MAX_FLIGHT_HOURS = 20;
/** Hours after a landing for which the app can still be used without a network. */
const HOURS_AFTER_LANDING = 48;

/** The server's time at the last contact, and the device's clock at that moment and since. */
export interface ClockAnchor {
  /** The server's time at the last contact, in epoch milliseconds. */
  serverMs: number;
  /** The device's clock at that moment, in epoch milliseconds. */
  deviceMs: number;
  /** The latest time that the device's clock has shown since. */
  latestMs: number;
}

/**
 * Records the server's time together with the device's clock at a contact with the server (epoch milliseconds), so that
 * the server's time can be estimated without a network.
 */
export function anchorClock(serverMs: number, deviceMs: number): ClockAnchor {
  return { serverMs, deviceMs, latestMs: deviceMs };
}

/**
 * Returns the clock record with `deviceMs` as the latest time seen on the device's clock; an earlier time than the
 * recorded one changes nothing.
 */
export function observeClock(anchor: ClockAnchor, deviceMs: number): ClockAnchor {
  return { ...anchor, latestMs: Math.max(anchor.latestMs, deviceMs) };
}

/** By how much a device's clock may advance between two looks at it before it is taken for wrong, in milliseconds. */
const MAX_LEAP_MS = 30 * 24 * HOUR_MS;

/**
 * Returns whether a device's clock shows a time so far ahead of the latest one that it is taken for set wrong: such a
 * time is not to be recorded, or whoever puts the clock right would be locked out until there is a network.
 */
export const isLeap = ({ latestMs }: ClockAnchor, deviceMs: number): boolean =>
  deviceMs - latestMs > MAX_LEAP_MS;

/**
 * Estimates the server's time, in epoch milliseconds: that of the last contact plus the advance of the device's clock.
 */
export function estimateServerTime({ serverMs, deviceMs, latestMs }: ClockAnchor): number {
  return serverMs + latestMs - deviceMs;
}

/**
 * Computes until when the app may be used without a network, in epoch milliseconds: until `endsAt`, the last known end
 * of the pass (ISO 8601; null: for ever, Infinity), but at least until 48 hours after the next landing, if a flight had
 * not landed at `knownMs`. A flight is assumed to land 20 hours after departure.
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
      return getDepartureInstant(latest).getTime() + MAX_FLIGHT_HOURS * HOUR_MS;
    })
    .filter((landingMs) => landingMs >= knownMs);
  const afterNextMs = Math.min(...landings) + HOURS_AFTER_LANDING * HOUR_MS;
  return Math.max(Date.parse(endsAt), landings.length === 0 ? -Infinity : afterNextMs);
}
