import type { Database } from '#server/db/connect.ts';
import { findDailyMinutes } from '#server/features/account/reads.ts';
import { findLatestAssessment } from '#server/features/assessment/reads.ts';
import { findUpcomingFlight, hasJustFlown } from '#server/features/flights/reads.ts';
import type { listCandidates } from '#server/features/library/reads.ts';
import { toSummary } from '#server/features/library/wire.ts';
import { findHistory, findHistoryBefore, listListensSince } from '#server/features/player/reads.ts';
import { buildFearReport } from '#shared/rules/fear-report.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { getHoursToDeparture, toInstant } from '#shared/rules/flights.ts';
import { planDays, type PlannedSession } from '#shared/rules/plan.ts';
import { type FearProfile, recommend } from '#shared/rules/recommendation.ts';

type Candidates = Awaited<ReturnType<typeof listCandidates>>;

/** Ranks the sessions that may be recommended to a person, each with its reason. Loads the inputs of `recommend` (shared/rules). */
export async function listRecommendations(
  db: Database,
  user: { id: string },
  candidates: Candidates,
  now: Date,
) {
  const [assessment, flight, justFlown, history] = await Promise.all([
    findLatestAssessment(db, user.id),
    findUpcomingFlight(db, user.id, now),
    hasJustFlown(db, user.id, now),
    findHistory(db, user.id),
  ]);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const ranked = recommend({
    candidates,
    profile: assessment && toFearProfile(assessment),
    history,
    hoursToFlight: flight && getHoursToDeparture(flight, now),
    hasJustFlown: justFlown,
    now,
  });
  return ranked.flatMap(({ id, reason }) => {
    const candidate = byId.get(id);
    return candidate ? [{ content: toSummary(candidate), reason }] : [];
  });
}

/** Upper limit of how long ago today's practice can lie, in any time zone. */
const TODAY_WINDOW_MS = 30 * 3_600_000;

/** Computes a person's plan from today on by `planDays` (shared/rules/plan.ts). */
export async function buildPlan(
  db: Database,
  user: { id: string },
  candidates: Candidates,
  { timeZone, now }: { timeZone: string; now: Date },
) {
  const today = getCivilDate(timeZone, now);
  const [assessment, flight, justFlown, history, dailyMinutes, listens] = await Promise.all([
    findLatestAssessment(db, user.id),
    findUpcomingFlight(db, user.id, now),
    hasJustFlown(db, user.id, now),
    findHistoryBefore(db, user.id, toInstant(today, '00:00', timeZone)),
    findDailyMinutes(db, user.id),
    listListensSince(db, user.id, new Date(now.getTime() - TODAY_WINDOW_MS)),
  ]);
  const completed = listens
    .filter((listen) => listen.completed && getCivilDate(timeZone, listen.at) === today)
    .map(({ contentId }) => contentId);
  // Newest first until here: what is completed twice counts from the last time.
  const completedToday = [...new Set(completed)].toReversed();
  const days = planDays({
    candidates,
    profile: assessment && toFearProfile(assessment),
    history,
    doneToday: completedToday,
    flight,
    hasJustFlown: justFlown,
    dailyMinutes,
    timeZone,
    now,
  });
  const ahead = days[0]?.daysUntil === null ? null : flight;
  return { flight: ahead, dailyMinutes, isAssessed: !!assessment, days, completedToday };
}

/**
 * Splits today's sessions into those to do (with their reasons) and those done. When all are done it offers one
 * more: one not done today if there is one, otherwise the one done longest ago. `after` is the session that was
 * just finished, which the server may not have recorded yet.
 */
export async function buildToday(
  db: Database,
  user: { id: string },
  candidates: Candidates,
  { planned, now, after }: { planned: readonly PlannedSession[]; now: Date; after?: string },
) {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const shown = planned.flatMap(({ id, reason, done }) => {
    const candidate = byId.get(id);
    return candidate ? [{ content: toSummary(candidate), reason, done }] : [];
  });
  const open = shown.filter(({ content, done }) => !done && content.id !== after);
  const finished = shown.filter(({ done }) => done);
  const place = (id: string) => finished.findIndex(({ content }) => content.id === id);
  const others = candidates.filter(({ id }) => id !== after);
  const ranked = async () =>
    (await listRecommendations(db, user, others, now)).toSorted(
      (a, b) => place(a.content.id) - place(b.content.id),
    );
  const more = open.length > 0 ? [] : (await ranked()).slice(0, 1);
  return {
    recommendations: [...open, ...more],
    doneToday: finished.map(({ content }) => ({ id: content.id, title: content.title })),
  };
}

/**
 * Builds the fear profile of an assessment; focus areas that were not chosen default to those the report
 * proposes.
 */
function toFearProfile(
  assessment: NonNullable<Awaited<ReturnType<typeof findLatestAssessment>>>,
): FearProfile {
  const { answers, primaryFocus, secondaryFocus } = assessment;
  const proposed = buildFearReport(answers).proposedFocus;
  return {
    answers,
    primary: primaryFocus ?? proposed.primary,
    secondary: secondaryFocus ?? proposed.secondary,
    chosen: primaryFocus !== null && secondaryFocus !== null,
  };
}
