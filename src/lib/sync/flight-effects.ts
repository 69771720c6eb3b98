import type { Dashboard } from '#shared/contract/dashboard.ts';
import type { Flight } from '#shared/contract/flights.ts';
import type { Plan, PlannedDay } from '#shared/contract/plan.ts';
import type { User } from '#shared/contract/users.ts';
import { addDays, countDaysBetween, getCivilDate } from '#shared/rules/flight-date.ts';
import {
  chooseNearestFlight,
  type Departure,
  findHoursToDeparture,
  isFlown,
} from '#shared/rules/flights.ts';
import {
  PLAN_DAYS_WITHOUT_FLIGHT,
  getHoursLeftToFlight,
  findDayStage,
  MAX_PLAN_DAYS,
} from '#shared/rules/plan.ts';
import { getSessionsPerDay } from '#shared/rules/sessions-a-day.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import type { UnsentWrite } from './write-store.ts';

// What a change of the flights changes beyond their list, as far as this device can know: which sessions the server will
// choose for the new days is its matter, how many days there are and what they are for is not.

/** A write of the flights, by any of its three routes. */
type FlightWrite = Pick<UnsentWrite, 'route' | 'params' | 'body'>;

/** Returns the flights after a write, the earliest day first. */
export function applyFlightWrite(
  flights: readonly Flight[],
  { route, params, body }: FlightWrite,
): Flight[] {
  const { writtenAt: _, ...details } = (body ?? {}) as Partial<Flight> & { writtenAt?: string };
  const id = (params as { id?: string }).id ?? details.id;
  const before = flights.find((flight) => flight.id === id);
  const isThere = route === 'POST /api/flights' || (before && route === 'PATCH /api/flights/:id');
  const others = flights.filter((flight) => flight !== before);
  const after = isThere ? [...others, { ...before, ...details, id } as Flight] : others;
  return after.toSorted((a, b) => a.departsOn.localeCompare(b.departsOn) || (a.id < b.id ? -1 : 1));
}

const listAhead = (flights: readonly Flight[]) =>
  flights.filter((flight) => !isFlown(flight, now()));

/** Returns a profile with the date of the nearest of these flights. */
export function updateFlightDateOfUser(user: User, flights: readonly Flight[]): User {
  const next = chooseNearestFlight(listAhead(flights), now());
  // Which flights that were flown are off the countdown only the server knows.
  const isKept = flights.some(
    (flight) => flight.departsOn === user.flightDate && isFlown(flight, now()),
  );
  return { ...user, flightDate: next?.departsOn ?? (isKept ? user.flightDate : null) };
}

/** Returns a dashboard with as many sessions today as there are days left to the nearest of these flights. */
export function updateSessionsTodayOfDashboard(
  dashboard: Dashboard,
  flights: readonly Flight[],
): Dashboard {
  const next = chooseNearestFlight(listAhead(flights), now());
  const today = getCivilDate(getDeviceTimeZone(), now());
  const recommended = getSessionsPerDay(next && countDaysBetween(today, next.departsOn));
  return { ...dashboard, sessionsToday: { ...dashboard.sessionsToday, recommended } };
}

const isSameDeparture = (one: Departure | null, other: Departure | null): boolean =>
  one?.departsOn === other?.departsOn &&
  one?.departsAt === other?.departsAt &&
  one?.timeZone === other?.timeZone;

/**
 * Returns a plan that leads to the nearest of these flights: each day has the sessions of the day of the former plan that
 * was as far from its flight, otherwise those of another, in turn; what is done today stays.
 */
export function rebuildPlanForFlights(plan: Plan, flights: readonly Flight[]): Plan {
  const next = chooseNearestFlight(listAhead(flights), now());
  const flight = next && findHoursToDeparture(next, now()) !== null ? next : null;
  if (isSameDeparture(flight, plan.flight)) return { ...plan, flight };
  const timeZone = getDeviceTimeZone();
  const today = getCivilDate(timeZone, now());
  const left = flight ? Math.max(0, countDaysBetween(today, flight.departsOn)) : 0;
  const length = flight ? Math.min(left + 1, MAX_PLAN_DAYS) : PLAN_DAYS_WITHOUT_FLIGHT;
  const done = (plan.days.find(({ date }) => date === today)?.sessions ?? []).filter(
    (session) => session.done,
  );
  const days = Array.from({ length }, (_, index): PlannedDay => {
    const daysUntil = flight && left - index;
    const hours = flight && getHoursLeftToFlight(flight, { today, index, timeZone, now: now() });
    const alike = plan.days.find((day) => daysUntil !== null && day.daysUntil === daysUntil);
    const planned = (alike ?? plan.days[index % plan.days.length])?.sessions ?? [];
    const kept = index === 0 ? done : [];
    const others = planned
      .filter(({ id }) => !kept.some((session) => session.id === id))
      .map((session) => ({ ...session, done: false }));
    return {
      date: addDays(today, index),
      daysUntil,
      stage: findDayStage(daysUntil, hours),
      sessions: [
        ...kept,
        ...others.slice(0, Math.max(0, getSessionsPerDay(daysUntil) - kept.length)),
      ],
    };
  });
  return { ...plan, flight, days };
}
