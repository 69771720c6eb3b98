import { sql } from 'drizzle-orm';
import { combineOwnRows, type OwnData, selectOwnValue } from '#server/db/own-rows.ts';
import { users } from '#server/features/account/table.ts';
import { ownLatestAssessment } from '#server/features/assessment/reads.ts';
import { libraryVersionSelection } from '#server/features/contents/published/reads.ts';
import { ownCountdownFlights } from '#server/features/flights/reads.ts';
import { ownListensSince, ownProgress } from '#server/features/player/reads.ts';
import type { PublishedSession } from '#server/features/contents/published/reads.ts';
import { toSessionSummary } from '#server/features/library/wire.ts';
import { toHistory, toHistoryBefore } from '#server/features/player/reads.ts';
import { buildFearReport } from '#shared/rules/fear-report.ts';
import { addDays, getCivilDate } from '#shared/rules/flight-date.ts';
import {
  chooseNearestFlight,
  getHoursToDeparture,
  isFlown,
  isJustFlown,
  toInstant,
} from '#shared/rules/flights.ts';
import { planDays, type PlannedSession } from '#shared/rules/plan.ts';
import { type FearProfile, recommend } from '#shared/rules/recommendation.ts';

/**
 * Selection, for the statement that identifies the caller, of what a plan is computed from: `version` of the published
 * library, assessment, flights, progress, recent listens and daily minutes.
 */
export const ownPractice = combineOwnRows({
  version: libraryVersionSelection,
  assessment: ownLatestAssessment,
  flights: ownCountdownFlights,
  progress: ownProgress,
  recent: ownListensSince,
  dailyMinutes: selectOwnValue(sql<number>`${users.dailyMinutes}`),
});
export type OwnPractice = OwnData<typeof ownPractice>;

/** Longest time since the beginning of today, in any time zone. */
const TODAY_WINDOW_MS = 30 * 3_600_000;

/**
 * Returns the SQL parameters of the query `ownPractice`, from the time zone of a request: the start of today and the
 * start of the recent past.
 */
export function getPracticeValues({ query, now }: { query: { timeZone: string }; now: Date }) {
  return {
    dayStart: getDayStart(query.timeZone, now).toISOString(),
    since: new Date(now.getTime() - TODAY_WINDOW_MS).toISOString(),
  };
}

/** Returns the instant at which today began in a time zone. */
export const getDayStart = (timeZone: string, now: Date): Date =>
  toInstant(getCivilDate(timeZone, now), '00:00', timeZone);

const getDayEnd = (timeZone: string, now: Date): Date =>
  toInstant(addDays(getCivilDate(timeZone, now), 1), '00:00', timeZone);

type Candidates = readonly PublishedSession[];

/** The flight to prepare for: the nearest not yet flown, otherwise the one of the countdown. */
function chooseUpcomingFlight(flights: OwnPractice['flights'], now: Date) {
  const ahead = flights.filter((flight) => !isFlown(flight, now));
  return chooseNearestFlight(ahead.length > 0 ? ahead : flights, now);
}

const hasJustFlown = (flights: OwnPractice['flights'], now: Date) =>
  flights.some((flight) => isJustFlown(flight, now));

/** Returns the ids of the sessions that the person has ever finished. */
export const listCompleted = ({ progress }: Pick<OwnPractice, 'progress'>): Set<string> =>
  new Set(progress.flatMap(({ contentId, completedAt }) => (completedAt ? [contentId] : [])));

/** Ranks the candidates for a person, each with its reason. */
function listRecommendations(own: OwnPractice, candidates: Candidates, now: Date) {
  const flight = chooseUpcomingFlight(own.flights, now);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const ranked = recommend({
    candidates,
    profile: own.assessment && toFearProfile(own.assessment),
    history: toHistory(own.progress),
    hoursToFlight: flight && getHoursToDeparture(flight, now),
    hasJustFlown: hasJustFlown(own.flights, now),
    now,
  });
  return ranked.flatMap(({ id, reason }) => {
    const candidate = byId.get(id);
    return candidate ? [{ candidate, reason }] : [];
  });
}

/**
 * Computes a person's plan from today on with `planDays`; `length` limits its days. Also returns the flight that it
 * leads to (null without one to come) and the ids of today's completed sessions, in order.
 */
export function buildPlan(
  own: OwnPractice,
  candidates: Candidates,
  { timeZone, now, length }: { timeZone: string; now: Date; length?: number },
) {
  const dayStart = getDayStart(timeZone, now);
  const dayEnd = getDayEnd(timeZone, now);
  const completed = own.recent
    .filter(({ completed: isWhole, at }) => isWhole && at >= dayStart && at < dayEnd)
    .map(({ contentId }) => contentId);
  // Newest first until here: what is completed twice counts from the last time.
  const completedToday = [...new Set(completed)].toReversed();
  const flight = chooseUpcomingFlight(own.flights, now);
  const { dailyMinutes } = own;
  const days = planDays({
    candidates,
    profile: own.assessment && toFearProfile(own.assessment),
    history: toHistoryBefore(own.progress, own.recent, dayStart),
    doneToday: completedToday,
    flight,
    hasJustFlown: hasJustFlown(own.flights, now),
    dailyMinutes,
    timeZone,
    now,
    ...(length !== undefined && { length }),
  });
  const ahead = days[0]?.daysUntil === null ? null : flight;
  return { flight: ahead, dailyMinutes, isAssessed: !!own.assessment, days, completedToday };
}

/**
 * Splits today's sessions into those to do, with their reasons, and those done. When all are done it recommends one
 * more: not done today if possible, else the one done longest ago. `after`, the id of the session just finished, is not
 * recommended, because its listen may not have arrived yet.
 */
export function buildToday(
  own: OwnPractice,
  candidates: Candidates,
  { planned, now, after }: { planned: readonly PlannedSession[]; now: Date; after?: string },
) {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const heard = listCompleted(own);
  const shown = planned.flatMap(({ id, reason, done }) => {
    const candidate = byId.get(id);
    return candidate ? [{ candidate, reason, done }] : [];
  });
  const open = shown.filter(({ candidate, done }) => !done && candidate.id !== after);
  const finished = shown.filter(({ done }) => done);
  const place = (id: string) => finished.findIndex(({ candidate }) => candidate.id === id);
  const rank = () =>
    listRecommendations(
      own,
      candidates.filter(({ id }) => id !== after),
      now,
    ).toSorted((a, b) => place(a.candidate.id) - place(b.candidate.id));
  const more = open.length > 0 ? [] : rank().slice(0, 1);
  return {
    recommendations: [...open, ...more].map(({ candidate, reason }) => ({
      content: toSessionSummary(candidate, heard.has(candidate.id)),
      reason,
    })),
    doneToday: finished.map(({ candidate: { id, title } }) => ({ id, title })),
  };
}

/**
 * Chooses a quiet meditation to suggest for this evening that is not among today's sessions: one not finished yet, else
 * the one finished longest ago; null when there is none.
 */
export function chooseForTonight(
  own: OwnPractice,
  candidates: Candidates,
  today: Pick<ReturnType<typeof buildToday>, 'recommendations' | 'doneToday'>,
) {
  const taken = new Set([
    ...today.recommendations.map(({ content }) => content.id),
    ...today.doneToday.map(({ id }) => id),
  ]);
  const history = toHistory(own.progress);
  const heardAt = ({ id }: Candidates[number]) => history.get(id)?.completedAt?.getTime() ?? 0;
  const [quietest] = candidates
    .filter(({ id, kind, category, situations }) => {
      const isQuiet = kind === 'flow' && category === 'meditation' && situations.includes('home');
      return isQuiet && !taken.has(id);
    })
    .toSorted((a, b) => heardAt(a) - heardAt(b));
  return quietest ? toSessionSummary(quietest, listCompleted(own).has(quietest.id)) : null;
}

/**
 * Builds the fear profile of an assessment; focus areas that were not chosen default to those the report
 * proposes.
 */
function toFearProfile(assessment: NonNullable<OwnPractice['assessment']>): FearProfile {
  const { answers, primaryFocus, secondaryFocus } = assessment;
  const proposed = buildFearReport(answers).proposedFocus;
  return {
    answers,
    primary: primaryFocus ?? proposed.primary,
    secondary: secondaryFocus ?? proposed.secondary,
    chosen: primaryFocus !== null && secondaryFocus !== null,
  };
}
