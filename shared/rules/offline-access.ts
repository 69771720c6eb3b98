import { type Departure, getDepartureInstant } from './flights.ts';

const HOUR_MS = 3_600_000;
/** The type of a signed grant of access without a network, in its header. */
export const ACCESS_GRANT_TYPE = 'access-grant+jwt';
/** Hours from departure by which every flight is assumed to have landed; the longest scheduled ones take 19. */
const MAX_FLIGHT_HOURS = 20;
/** Hours after a landing for which the app can still be used without a network. */
const HOURS_AFTER_LANDING = 48;

/** The server's time at the last contact, and what the device's clock has shown since, in epoch milliseconds. */
export interface ClockAnchor {
  serverMs: number;
  /** The device's clock at the contact. */
  deviceMs: number;
  /** The latest time that it has shown since, unless it was put right. */
  latestMs: number;
  /** What it showed last. */
  lastMs: number;
  /** How long it was seen to go on while it was not to be believed. */
  countedMs: number;
  /** How often it went back and was believed. */
  returns: number;
}

/**
 * Records the server's time together with the device's clock at a contact with the server (epoch milliseconds), so that
 * the server's time can be estimated without a network.
 */
export function createClockAnchor(serverMs: number, deviceMs: number): ClockAnchor {
  return { serverMs, deviceMs, latestMs: deviceMs, lastMs: deviceMs, countedMs: 0, returns: 0 };
}

/** The most of one advance of a wrong clock that counts as time that passed, in milliseconds. */
const MAX_TICK_MS = 12 * HOUR_MS;
/** By how much a clock goes back without being set, in milliseconds. */
const JITTER_MS = HOUR_MS;
/**
 * How often a clock that goes back is believed until the next contact: a person puts right one that was ahead. Were it
 * believed each time, a pass would not end.
 */
const MAX_RETURNS = 2;

/**
 * Returns the clock record once the device's clock has shown `deviceMs`. While the clock is before the contact, and once it
 * went back too often, only that it goes on counts.
 */
export function advanceClockAnchor(anchor: ClockAnchor, deviceMs: number): ClockAnchor {
  const { latestMs, lastMs, countedMs, returns } = anchor;
  const isBack = deviceMs < lastMs - JITTER_MS;
  const isOver = isBack && returns >= MAX_RETURNS;
  const isWrong = returns > MAX_RETURNS || isOver || Math.max(deviceMs, lastMs) < anchor.deviceMs;
  const tickMs = Math.min(Math.max(0, deviceMs - lastMs), MAX_TICK_MS);
  const knownMs = returns > MAX_RETURNS || isOver ? latestMs - anchor.deviceMs : 0;
  return {
    ...anchor,
    latestMs:
      isBack && !isOver && returns < MAX_RETURNS
        ? Math.max(deviceMs, anchor.deviceMs)
        : Math.max(latestMs, deviceMs),
    lastMs: deviceMs,
    countedMs: isWrong ? Math.max(countedMs, knownMs) + tickMs : countedMs,
    returns: isBack ? returns + 1 : returns,
  };
}

/**
 * Estimates the server's time, in epoch milliseconds: that of the last contact plus the advance of the device's clock, or
 * what was counted of it.
 */
export function estimateServerTimeMs({ serverMs, deviceMs, latestMs, countedMs }: ClockAnchor) {
  return serverMs + Math.max(latestMs - deviceMs, countedMs);
}

/**
 * Computes until when the app may be used without a network, in epoch milliseconds: until `passEndsAt`, the last known
 * end of the pass (ISO 8601; null: for ever, Infinity), but at least until 48 hours after the next landing, if a flight
 * had not landed at `flightsKnownAtMs`. A flight is assumed to land 20 hours after departure.
 */
export function computeOfflineAccessEndOrInfinityMs(
  passEndsAt: string | null,
  flights: readonly Departure[],
  flightsKnownAtMs: number,
): number {
  if (passEndsAt === null) return Infinity;
  const landings = flights
    .map((flight) => {
      // Without a time it may leave at the end of its day.
      const latest = { ...flight, departsAt: flight.departsAt ?? '23:59' };
      return getDepartureInstant(latest).getTime() + MAX_FLIGHT_HOURS * HOUR_MS;
    })
    .filter((landingMs) => landingMs >= flightsKnownAtMs);
  const afterNextMs = Math.min(...landings) + HOURS_AFTER_LANDING * HOUR_MS;
  return Math.max(Date.parse(passEndsAt), landings.length === 0 ? -Infinity : afterNextMs);
}
