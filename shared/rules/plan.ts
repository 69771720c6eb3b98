import { addDays, daysBetween, todayIn } from './flight-date.ts';
import { type Departure, departureOf, instantOf, hoursToDeparture } from './flights.ts';
import {
  type Candidate,
  type FearProfile,
  LAST_DAY_HOURS,
  type Reason,
  recommend,
  type SessionHistory,
} from './recommendation.ts';
import { sessionsADay } from './sessions-a-day.ts';

/** What the plan is made for: exposure, then practice of skills, the last day, and the day itself. */
export type Stage = 'exposure' | 'skills' | 'last_day' | 'flight_day';

export interface PlannedSession {
  id: string;
  reason: Reason;
  /** Completed already; only today has such sessions. */
  done: boolean;
  /** Completed before this day, or planned for one before it. */
  known: boolean;
}

export interface PlannedDay {
  /** Civil date where the person is. */
  date: string;
  /** Days until the flight; null without one to come. */
  daysUntil: number | null;
  stage: Stage;
  sessions: PlannedSession[];
}

export interface PlanInput {
  candidates: readonly Candidate[];
  profile: FearProfile | null;
  /** What was done, by session id. Missed days are not in it, so nothing is ever owed. */
  history: ReadonlyMap<string, SessionHistory>;
  /** Ids of the sessions completed today, in the order in which they were completed. */
  doneToday: readonly string[];
  flight: Departure | null;
  /** How many minutes a day the person has. */
  dailyMinutes: number;
  /** Where the person is. */
  timeZone: string;
  now: Date;
}

/** Without a flight the plan looks a week ahead. */
export const DAYS_WITHOUT_FLIGHT = 7;
/** A plan further ahead than this would be a promise that nobody keeps. */
export const MOST_DAYS = 90;
/** From so many days before the flight skills come before exposure. */
const SKILLS_DAYS = 3;
/**
 * Where as many sessions as specified don't fit the minutes a day, they may take so many times what the
 * shortest of all take: held to those, every day would be the same, and hardly ever an exposure.
 */
const ROOM = 1.25;
/** A session is planned again only after so many days, as long as others are left to plan. */
const APART_DAYS = 4;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * The plan from today to the flight, day by day: as many sessions a day as the specification says
 * (`sessionsADay`), exposure early and skills late, no Load that is new to the person within 24 hours of
 * the departure, and within the minutes a day where sessions are short enough (see `ROOM`). It is computed
 * anew from what was done and never from what was planned: a missed day moves on by itself. Every day
 * assumes that the days before went as planned. The same input gives the same plan.
 */
export function planDays(input: PlanInput): PlannedDay[] {
  const { timeZone, now, flight } = input;
  const today = todayIn(timeZone, now);
  // Ahead until its day is over where it leaves from, even when the person's own date is a day further.
  const ahead = flight && hoursToDeparture(flight, now) !== null ? flight : null;
  const left = ahead ? Math.max(0, daysBetween(today, ahead.departsOn)) : 0;
  const length = ahead ? Math.min(left + 1, MOST_DAYS) : DAYS_WITHOUT_FLIGHT;
  const history = new Map(input.history);
  const plannedOn = new Map<string, number>();
  return Array.from({ length }, (_, index) => {
    const date = addDays(today, index);
    // Later days may be practised until midnight; today counts from now.
    const moment = index === 0 ? now : instantOf(date, '23:59', timeZone);
    const hours = ahead && Math.max(0, (departureOf(ahead).getTime() - moment.getTime()) / HOUR_MS);
    const daysUntil = ahead && left - index;
    const day = { date, daysUntil, stage: stageOf(daysUntil, hours) };
    const done = index === 0 ? input.doneToday : [];
    const isRecent = (id: string) => index - (plannedOn.get(id) ?? -APART_DAYS) < APART_DAYS;
    const sessions = sessionsOf(day, { ...input, history, now: moment }, { hours, done, isRecent });
    for (const { id } of sessions) {
      plannedOn.set(id, index);
      const listens = (history.get(id)?.listens ?? 0) + 1;
      history.set(id, { completedAt: moment, listens });
    }
    return { ...day, sessions };
  });
}

function stageOf(daysUntil: number | null, hours: number | null): Stage {
  if (daysUntil === null || hours === null) return 'exposure';
  if (daysUntil === 0) return 'flight_day';
  if (hours <= LAST_DAY_HOURS) return 'last_day';
  return daysUntil <= SKILLS_DAYS ? 'skills' : 'exposure';
}

/** What is done comes first, then what is recommended, until the day has its number. */
function sessionsOf(
  { daysUntil, stage }: Omit<PlannedDay, 'sessions'>,
  input: PlanInput,
  {
    hours,
    done: doneToday,
    isRecent,
  }: { hours: number | null; done: readonly string[]; isRecent: (id: string) => boolean },
): PlannedSession[] {
  const { candidates, history, dailyMinutes } = input;
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const length = (id: string) => byId.get(id)?.durationMs ?? 0;
  const done = doneToday
    .filter((id) => byId.has(id))
    .map((id) => ({
      id,
      reason: { code: 'fresh', area: null } as Reason,
      done: true,
      known: true,
    }));
  const open = Math.max(0, sessionsADay(daysUntil) - done.length);
  const spent = done.reduce((sum, { id }) => sum + length(id), 0);
  // Near the flight what is known is wanted, so that nothing is kept apart there.
  const apart = stage === 'exposure' || stage === 'skills';
  const ranked = recommend({ ...input, hoursToFlight: hours })
    .filter(({ id }) => !doneToday.includes(id))
    .map((item) => ({
      ...item,
      order: orderOf(byId.get(item.id), stage, history),
      recent: apart && isRecent(item.id),
    }));
  const chosen: typeof ranked = [];
  const shortest = ranked.map(({ id }) => length(id)).toSorted((a, b) => a - b);
  const least = shortest.slice(0, open).reduce((sum, ms) => sum + ms, 0);
  let left = Math.max(dailyMinutes * MINUTE_MS - spent, ROOM * least);
  for (let slot = 0; slot < open; slot++) {
    const rest = ranked.filter((item) => !chosen.includes(item));
    const next = choose(rest, { slot, slots: open, left, stage, length, byId });
    if (!next) break;
    chosen.push(next);
    left -= length(next.id);
  }
  const known = (id: string) => Boolean(history.get(id)?.completedAt);
  return [
    ...done,
    ...chosen.map(({ id, reason }) => ({ id, reason, done: false, known: known(id) })),
  ];
}

/** On the day of the flight what is known comes first, and before it skills before exposure. */
function orderOf(
  candidate: Candidate | undefined,
  stage: Stage,
  history: ReadonlyMap<string, SessionHistory>,
): number {
  if (!candidate || stage === 'exposure') return 0;
  const load = candidate.kind === 'load' ? 2 : 0;
  const known = history.get(candidate.id)?.completedAt ? 0 : 1;
  return stage === 'flight_day' ? load + known : load;
}

interface Slot {
  slot: number;
  slots: number;
  /** Milliseconds left of the day's minutes. */
  left: number;
  stage: Stage;
  length: (id: string) => number;
  byId: ReadonlyMap<string, Candidate>;
}

/**
 * The best session that leaves room for the slots that follow; when none does, the shortest. While the
 * flight is far, the first is an exposure wherever one fits.
 */
function choose<R extends { id: string; order: number; recent: boolean }>(
  rest: readonly R[],
  { slot, slots, left, stage, length, byId }: Slot,
): R | undefined {
  const after = slots - slot - 1;
  const shortest = rest.toSorted((a, b) => length(a.id) - length(b.id));
  const fitting = (items: readonly R[], toFollow: readonly R[]) => {
    const least = toFollow.slice(0, after + 1);
    return items.filter((item) => {
      const others = least.filter((other) => other !== item).slice(0, after);
      return length(item.id) + others.reduce((sum, { id }) => sum + length(id), 0) <= left;
    });
  };
  // A day without any session of the days before it, where the minutes allow for one.
  const fresh = shortest.filter(({ recent }) => !recent);
  const varied = fresh.length > after ? fitting(rest, fresh).filter(({ recent }) => !recent) : [];
  const fits = [...varied, ...fitting(rest, shortest)];
  const exposure =
    stage === 'exposure' && slot === 0
      ? fits.find(({ id }) => byId.get(id)?.kind === 'load')
      : undefined;
  const best = (items: readonly R[]) => items.toSorted((a, b) => a.order - b.order)[0];
  const [first, other] = [best(fits), best(varied)];
  return exposure ?? (other && other.order === first?.order ? other : first) ?? shortest[0];
}
