import { addDays, countDaysBetween, getCivilDate, getWallClock } from './flight-date.ts';
import { type Departure, getDepartureInstant, toInstant, findHoursToDeparture } from './flights.ts';
import {
  type RecommendationCandidate,
  chooseReason,
  type FearProfile,
  LAST_DAY_HOURS,
  rankCandidates,
  type Reason,
  type SessionListenStats,
} from './recommendation.ts';
import { isNothingCompleted, type LeadIns, listSteps } from './lead-ins.ts';
import {
  findFirstSessionId,
  type ProposalTime,
  mayProposeSessionAt,
  SKILLS_DAYS,
} from './moments.ts';
import { MOMENT_SESSION_IDS } from './moment-sessions.ts';
import { fillDay, type Ranked } from './plan-day.ts';
import { getSessionsPerDay } from './sessions-a-day.ts';

/** What the day is for: exposure, then practising skills, the last day before the flight, and the day of the flight. */
export type DayStage = 'exposure' | 'skills' | 'last_day' | 'flight_day';

export interface PlannedSession {
  id: string;
  reason: Reason;
  /** Completed already; only today has such sessions. */
  done: boolean;
  /** Completed before this day, or planned for an earlier day of this plan. */
  known: boolean;
  /** Really completed by now: only then may a text say that the person knows it. */
  heard: boolean;
}

export interface PlannedDay {
  /** Civil date in the person's time zone. */
  date: string;
  /** Days until the flight; null without a coming flight. */
  daysUntil: number | null;
  stage: DayStage;
  sessions: PlannedSession[];
}

export interface PlanInput {
  candidates: readonly RecommendationCandidate[];
  profile: FearProfile | null;
  /** What was done before today, by session id. The plan is computed from it alone, so missed days cause no backlog. */
  history: ReadonlyMap<string, SessionListenStats>;
  /** Ids of the sessions completed today, in the order in which they were completed. */
  doneToday: readonly string[];
  flight: Departure | null;
  /** The ways to exposures; without them nothing stands before any. */
  leadIns?: LeadIns;
  /** Whether a flight was flown in the last 36 hours: today then begins with a session for after a flight. */
  hasJustFlown?: boolean;
  /** Minutes a day that the person chose to spend; null without a choice, which limits nothing. */
  dailyMinutes: number | null;
  /** The person's present time zone. */
  timeZone: string;
  now: Date;
  /** Maximum number of days to plan; all by default. A shorter plan equals the beginning of the longer one. */
  length?: number;
}

/** Without a flight the plan looks a week ahead. */
export const PLAN_DAYS_WITHOUT_FLIGHT = 7;
/** Longest plan in days. */
export const MAX_PLAN_DAYS = 90;
/**
 * A day's sessions may take up to this factor of the minutes that the person chose: otherwise every day would repeat the
 * same few, with hardly any exposure. What does not fit is left out; one session always stays.
 */
const OVERRUN_FACTOR = 1.25;
/** A session is planned again only after so many days, as long as others are left to plan. */
const MIN_DAYS_BETWEEN_REPEATS = 4;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const NO_LEAD_INS: LeadIns = new Map();

/**
 * Plans which sessions to do on each day from today to the flight (at most 90 days; 7 without a flight):
 * up to getSessionsPerDay sessions a day, as many as fit `dailyMinutes` where chosen (see OVERRUN_FACTOR), exposure early, skills
 * late, no new Load within 24 hours of the departure, what is for one moment in its place (moments.ts), and no exposure before what leads to it (lead-ins.ts). Deterministic, computed from completed sessions and never from
 * earlier plans, so that missed days shift. Completing a session today leaves the rest of today as it was; later days
 * assume that the days before them go as planned.
 */
export function computePlanDays(input: PlanInput): PlannedDay[] {
  const { timeZone, now, flight } = input;
  const today = getCivilDate(timeZone, now);
  // Ahead until its day is over where it leaves from, even when the person's own date is a day further.
  const ahead = flight && findHoursToDeparture(flight, now) !== null ? flight : null;
  const left = ahead ? Math.max(0, countDaysBetween(today, ahead.departsOn)) : 0;
  const all = ahead ? Math.min(left + 1, MAX_PLAN_DAYS) : PLAN_DAYS_WITHOUT_FLIGHT;
  const length = Math.min(all, input.length ?? all);
  const history = new Map(input.history);
  const completed = [...input.history].flatMap(([id, past]) => (past.completedAt ? [id] : []));
  const heard = new Set([...completed, ...input.doneToday]);
  const plannedOn = new Map<string, number>();
  const ids = new Set(input.candidates.map(({ id }) => id));
  const isNew = isNothingCompleted(input.history);
  return Array.from({ length }, (_, index) => {
    const date = addDays(today, index);
    const moment = getMoment({ today, index, timeZone, now });
    const hours = ahead && getHoursLeftToFlight(ahead, { today, index, timeZone, now });
    const daysUntil = ahead && left - index;
    const day = { date, daysUntil, stage: findDayStage(daysUntil, hours) };
    const isRecent = (id: string) =>
      index - (plannedOn.get(id) ?? -MIN_DAYS_BETWEEN_REPEATS) < MIN_DAYS_BETWEEN_REPEATS;
    const when: ProposalTime = {
      hour: index === 0 ? getWallClock(timeZone, now).hour : null,
      daysUntil,
      isGone: index === 0 && hours === 0 && ahead?.departsAt !== null,
      hasJustFlown: index === 0 && input.hasJustFlown === true,
    };
    const chosen = chooseSessions(
      day,
      { ...input, history, now: moment, hasJustFlown: when.hasJustFlown === true },
      { hours, isRecent, when, ids, isFirstDay: index === 0 && isNew },
    );
    const planned = chosen.map((session) => ({ ...session, heard: heard.has(session.id) }));
    const sessions = index === 0 ? mergeCompleted(planned, input) : planned;
    for (const { id } of sessions) {
      plannedOn.set(id, index);
      history.set(id, { completedAt: moment, listens: (history.get(id)?.listens ?? 0) + 1 });
    }
    return { ...day, sessions };
  });
}

/** A day of a plan: so many days (`index`) after the date `today`. */
interface DayOfPlan {
  today: string;
  index: number;
  timeZone: string;
  now: Date;
}

/** Returns from when a day counts: later ones may be practised until midnight, today from now. */
const getMoment = ({ today, index, timeZone, now }: DayOfPlan): Date =>
  index === 0 ? now : toInstant(addDays(today, index), '23:59', timeZone);

/** Returns the hours left on a day until a flight departs, with fractions; 0 once it has. */
export const getHoursLeftToFlight = (flight: Departure, day: DayOfPlan): number =>
  Math.max(0, (getDepartureInstant(flight).getTime() - getMoment(day).getTime()) / HOUR_MS);

/** Returns what a day is for, by the days and the hours until the flight; null without one. */
export function findDayStage(daysUntil: number | null, hours: number | null): DayStage {
  if (daysUntil === null || hours === null) return 'exposure';
  if (daysUntil === 0) return 'flight_day';
  if (hours <= LAST_DAY_HOURS) return 'last_day';
  return daysUntil <= SKILLS_DAYS ? 'skills' : 'exposure';
}

/** Chooses the sessions of a day on which nothing is done yet. */
function chooseSessions(
  { daysUntil, stage }: Omit<PlannedDay, 'sessions'>,
  input: PlanInput,
  {
    hours,
    isRecent,
    when,
    ids,
    isFirstDay,
  }: {
    hours: number | null;
    isRecent: (id: string) => boolean;
    when: ProposalTime;
    ids: ReadonlySet<string>;
    isFirstDay: boolean;
  },
): Omit<PlannedSession, 'heard'>[] {
  const { history } = input;
  const candidates = input.candidates.filter((candidate) => mayProposeSessionAt(candidate, when));
  const asked = { ...input, candidates, hoursToFlight: hours };
  const leadIns = input.leadIns ?? NO_LEAD_INS;
  const { profile } = input;
  const progress = { leadIns, ids, history, isFirstDay, profile, daysUntil };
  const steps = listSteps(rankCandidates(asked), progress);
  const ranked = steps.map(({ candidate, isTowardsExposure }): Ranked => {
    const { durationMs: length } = candidate;
    const recent = isRecent(candidate.id);
    // What is known comes first, but not what the day before has.
    const isAgain = recent && stage !== 'exposure';
    const order = getStageOrder(candidate, stage, history) + (isAgain ? 1 : 0);
    return { candidate, isTowardsExposure, length, order, recent };
  });
  const inRank = ranked.map(({ candidate }) => candidate);
  const fixedId = findFirstSessionId(inRank, history, when);
  const fixed = ranked.find(({ candidate }) => candidate.id === fixedId);
  // After a flight the first place is for looking back.
  const beginsWithExposure = stage === 'exposure' && !input.hasJustFlown;
  const minutes = OVERRUN_FACTOR * (input.dailyMinutes ?? Infinity) * MINUTE_MS;
  const most = getSessionsPerDay(daysUntil);
  const chosen = fillDay(ranked, { fixed, beginsWithExposure, minutes, most });
  // What is for the evening comes last in a day.
  const inOrder =
    fixed && fixedId === MOMENT_SESSION_IDS.night_before
      ? [...chosen.filter((one) => one !== fixed), fixed]
      : chosen;
  return inOrder.map(({ candidate }) => ({
    id: candidate.id,
    reason: chooseReason(candidate, asked),
    done: false,
    known: Boolean(history.get(candidate.id)?.completedAt),
  }));
}

/**
 * Merges today's completed sessions with the rest of its plan. A completed session that was not planned
 * replaces the last planned one of its kind, so that a day rarely asks for a second exposure.
 */
function mergeCompleted(
  planned: readonly PlannedSession[],
  { candidates, doneToday }: PlanInput,
): PlannedSession[] {
  const slots = planned.length;
  if (doneToday.length === 0) return [...planned];
  const kinds = new Map(candidates.map(({ id, kind }) => [id, kind]));
  const done = doneToday.filter((id) => kinds.has(id));
  const left = planned.filter(({ id }) => !done.includes(id));
  const instead = done.filter((id) => planned.every((session) => session.id !== id));
  for (const kind of instead.map((id) => kinds.get(id))) {
    if (done.length + left.length <= slots) break;
    // Where none of its kind is left, the index of -1 stands for the last of all.
    left.splice(
      left.findLastIndex(({ id }) => kinds.get(id) === kind),
      1,
    );
  }
  const reason: Reason = { code: 'fresh', area: null };
  return [...done.map((id) => ({ id, reason, done: true, known: true, heard: true })), ...left];
}

/**
 * Returns the sort order within a stage: in the days of skills, what is practised before what is told; on the last two
 * days, known sessions first; exposure last in both.
 */
function getStageOrder(
  { id, kind, category }: RecommendationCandidate,
  stage: DayStage,
  history: ReadonlyMap<string, SessionListenStats>,
): number {
  if (stage === 'exposure') return 0;
  const load = kind === 'load' ? 3 : 0;
  if (stage === 'skills') return load + (category === 'meditation' ? 0 : 1);
  return load + (history.get(id)?.completedAt ? 0 : 1);
}
