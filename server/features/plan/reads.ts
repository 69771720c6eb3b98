import { sql } from 'drizzle-orm';
import { combineOwnDataQueries, type OwnDataOf, buildOwnValueQuery } from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';
import { ownLatestAssessmentQuery, toFearProfile } from '#server/features/assessment/reads.ts';
import type { Database } from '#server/db/connect.ts';
import {
  libraryVersionQuery,
  loadSessionLibrary,
} from '#server/features/contents/published/reads.ts';
import { listPublishedPrograms } from '#server/features/programs/reads.ts';
import type { Language } from '#shared/contract/fields.ts';
import {
  collectLeadIns,
  isNothingCompleted,
  type LeadIns,
  listSteps,
} from '#shared/rules/lead-ins.ts';
import { ownFlightsOnCountdownQuery } from '#server/features/flights/reads.ts';
import { ownProgressQuery, ownRecentListensQuery } from '#server/features/player/reads.ts';
import type { LibrarySessionRow } from '#server/features/contents/published/reads.ts';
import { toSessionSummary } from '#server/features/library/wire.ts';
import { toSessionHistoriesBefore } from '#server/features/player/reads.ts';
import {
  addDays,
  countDaysBetween,
  getCivilDate,
  getWallClock,
} from '#shared/rules/flight-date.ts';
import {
  chooseNearestFlight,
  getDepartureInstant,
  findHoursToDeparture,
  isFlown,
  isJustFlown,
  toInstant,
} from '#shared/rules/flights.ts';
import {
  arrangeProposalsForHour,
  chooseCalmSession,
  type ProposalTime,
} from '#shared/rules/moments.ts';
import { computePlanDays, type PlannedSession } from '#shared/rules/plan.ts';
import {
  chooseReason,
  rankCandidates,
  type SessionListenStats,
} from '#shared/rules/recommendation.ts';

/**
 * Selection, for the statement that identifies the caller, of what a plan is computed from: `version` of the published
 * library, assessment, flights, progress, recent listens and daily minutes.
 */
export const ownPlanInputsQuery = combineOwnDataQueries({
  version: libraryVersionQuery,
  assessment: ownLatestAssessmentQuery,
  flights: ownFlightsOnCountdownQuery,
  progress: ownProgressQuery,
  recent: ownRecentListensQuery,
  dailyMinutes: buildOwnValueQuery(sql<number | null>`${users.dailyMinutes}`),
});
export type OwnPlanInputs = OwnDataOf<typeof ownPlanInputsQuery>;

/** Returns the instant at which today began in a time zone. */
const getDayStart = (timeZone: string, now: Date): Date =>
  toInstant(getCivilDate(timeZone, now), '00:00', timeZone);

const getDayEnd = (timeZone: string, now: Date): Date =>
  toInstant(addDays(getCivilDate(timeZone, now), 1), '00:00', timeZone);

type Candidates = readonly LibrarySessionRow[];

/** The flight to prepare for: the nearest not yet flown, otherwise the one of the countdown. */
function chooseUpcomingFlight(flights: OwnPlanInputs['flights'], now: Date) {
  const ahead = flights.filter((flight) => !isFlown(flight, now));
  return chooseNearestFlight(ahead.length > 0 ? ahead : flights, now);
}

const hasJustFlown = (flights: OwnPlanInputs['flights'], now: Date) =>
  flights.some((flight) => isJustFlown(flight, now));

type History = ReadonlyMap<string, SessionListenStats>;

const isHeard = (history: History, { id }: LibrarySessionRow) =>
  Boolean(history.get(id)?.completedAt);

/** The ways to exposures in the programs on show, the same for everybody. */
export async function loadLeadIns(db: Database, language: Language): Promise<LeadIns> {
  const programs = await listPublishedPrograms(db, language);
  const library = await loadSessionLibrary(db, language);
  return collectLeadIns(
    programs.map(({ lessons }) =>
      lessons.flatMap(({ contentId }) => library.all.get(contentId) ?? []),
    ),
  );
}

/** Recommends one session; of those in `finished`, which are done today, only the earliest when there is no other. */
function recommendOne(
  own: OwnPlanInputs,
  candidates: Candidates,
  {
    history,
    finished,
    leadIns,
    now,
  }: { history: History; finished: readonly string[]; leadIns: LeadIns; now: Date },
) {
  const flight = chooseUpcomingFlight(own.flights, now);
  const asked = {
    candidates,
    profile: own.assessment && toFearProfile(own.assessment),
    history,
    hoursToFlight: flight && findHoursToDeparture(flight, now),
    hasJustFlown: hasJustFlown(own.flights, now),
    now,
  };
  const before = new Map([...history].filter(([id]) => !finished.includes(id)));
  const steps = listSteps(rankCandidates(asked), {
    leadIns,
    ids: new Set(candidates.map(({ id }) => id)),
    history,
    isFirstDay: isNothingCompleted(before),
    profile: asked.profile,
    daysUntil: asked.hoursToFlight === null ? null : Math.floor(asked.hoursToFlight / 24),
  });
  const ranked = steps.map(({ candidate }) => candidate);
  const best =
    ranked.find(({ id }) => !finished.includes(id)) ??
    ranked.toSorted((a, b) => finished.indexOf(a.id) - finished.indexOf(b.id))[0];
  return best ? [{ candidate: best, reason: chooseReason(best, asked) }] : [];
}

/**
 * Computes a person's plan from today on with `computePlanDays`; `length` limits its days. Also returns the flight that it
 * leads to (null without one to come) and the ids of today's completed sessions, in order.
 */
export function buildPlan(
  own: OwnPlanInputs,
  candidates: Candidates,
  {
    leadIns,
    timeZone,
    now,
    length,
  }: { leadIns: LeadIns; timeZone: string; now: Date; length?: number },
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
  const days = computePlanDays({
    candidates,
    profile: own.assessment && toFearProfile(own.assessment),
    history: toSessionHistoriesBefore(own.progress, own.recent, dayStart),
    doneToday: completedToday,
    flight,
    leadIns,
    hasJustFlown: hasJustFlown(own.flights, now),
    dailyMinutes,
    timeZone,
    now,
    ...(length !== undefined && { length }),
  });
  const ahead = days[0]?.daysUntil === null ? null : flight;
  return { flight: ahead, dailyMinutes, isAssessed: !!own.assessment, days, completedToday };
}

/** Returns the hour where the person is, and how near the flight is, for what is proposed now. */
function getHourOfDay(
  own: OwnPlanInputs,
  { timeZone, now }: { timeZone: string; now: Date },
): ProposalTime {
  const { hour } = getWallClock(timeZone, now);
  const flight = chooseUpcomingFlight(own.flights, now);
  if (!flight || findHoursToDeparture(flight, now) === null)
    return { hour, daysUntil: null, isGone: false, hasJustFlown: hasJustFlown(own.flights, now) };
  const days = countDaysBetween(getCivilDate(timeZone, now), flight.departsOn);
  const isGone = flight.departsAt !== null && now >= getDepartureInstant(flight);
  return {
    hour,
    daysUntil: Math.max(0, days),
    isGone,
    hasJustFlown: hasJustFlown(own.flights, now),
  };
}

/**
 * Splits today's sessions into those to do, with their reasons, and those done. When all are done it recommends one
 * more: not done today if possible, else the one done longest ago. `after`, the id of the session just finished, is not
 * recommended, because its listen may not have arrived yet. `history` is that of now. In the order of the hour
 * (shared/rules/moments.ts).
 */
export function buildTodaysSessions(
  own: OwnPlanInputs,
  candidates: Candidates,
  {
    planned,
    history,
    leadIns,
    timeZone,
    now,
    after,
  }: {
    planned: readonly PlannedSession[];
    history: History;
    leadIns: LeadIns;
    timeZone: string;
    now: Date;
    after?: string;
  },
) {
  const shown = planned.flatMap(({ id, reason, done }) => {
    const candidate = candidates.find((one) => one.id === id);
    return candidate ? [{ candidate, reason, done }] : [];
  });
  const open = shown.filter(({ candidate, done }) => !done && candidate.id !== after);
  const finished = shown.flatMap(({ candidate, done }) => (done ? [candidate] : []));
  const others = after === undefined ? candidates : candidates.filter(({ id }) => id !== after);
  const proposed =
    open.length > 0
      ? open
      : recommendOne(own, others, {
          history,
          finished: finished.map(({ id }) => id),
          leadIns,
          now,
        });
  const when = getHourOfDay(own, { timeZone, now });
  const recommended = arrangeProposalsForHour(proposed, { candidates: others, history, when, now });
  return {
    when,
    recommendations: recommended.map(({ candidate, reason }) => ({
      content: toSessionSummary(candidate, isHeard(history, candidate)),
      reason,
    })),
    doneToday: finished.map(({ id, title }) => ({ id, title })),
  };
}

/**
 * Chooses a quiet meditation to suggest for this evening that is not among today's sessions: one not finished yet, else
 * the one finished longest ago; null when there is none.
 */
export function chooseSessionForTonight(
  candidates: Candidates,
  history: History,
  today: Pick<ReturnType<typeof buildTodaysSessions>, 'recommendations' | 'doneToday' | 'when'>,
) {
  const taken = [
    ...today.recommendations.map(({ content }) => content.id),
    ...today.doneToday.map(({ id }) => id),
  ];
  const quietest = chooseCalmSession(candidates, history, { when: today.when, taken });
  return quietest && toSessionSummary(quietest, isHeard(history, quietest));
}
