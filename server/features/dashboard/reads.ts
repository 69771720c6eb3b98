import type { Database } from '#server/db/connect.ts';
import { findDailyMinutes } from '#server/features/account/reads.ts';
import { findLatestAssessment } from '#server/features/assessment/reads.ts';
import { findFlightAhead } from '#server/features/flights/reads.ts';
import type { listCandidates } from '#server/features/library/reads.ts';
import { toSummary } from '#server/features/library/wire.ts';
import { findHistory, findHistoryBefore, listListensSince } from '#server/features/player/reads.ts';
import { fearReport } from '#shared/rules/fear-report.ts';
import { todayIn } from '#shared/rules/flight-date.ts';
import { hoursToDeparture, instantOf } from '#shared/rules/flights.ts';
import { planDays, type PlannedSession } from '#shared/rules/plan.ts';
import { type FearProfile, recommend } from '#shared/rules/recommendation.ts';

type Candidates = Awaited<ReturnType<typeof listCandidates>>;

/**
 * The candidates in the order in which they are recommended to a person, each with its reason. The
 * rule is `recommend` in shared/rules; this gathers what it needs to know.
 */
export async function recommendFor(
  db: Database,
  user: { id: string },
  candidates: Candidates,
  now: Date,
) {
  const [assessment, flight, history] = await Promise.all([
    findLatestAssessment(db, user.id),
    findFlightAhead(db, user.id, now),
    findHistory(db, user.id),
  ]);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const ranked = recommend({
    candidates,
    profile: assessment && profileOf(assessment),
    history,
    hoursToFlight: flight && hoursToDeparture(flight, now),
    now,
  });
  return ranked.flatMap(({ id, reason }) => {
    const candidate = byId.get(id);
    return candidate ? [{ content: toSummary(candidate), reason }] : [];
  });
}

/** A day's practice can't have begun longer ago, wherever the person was. */
const TODAY_WINDOW_MS = 30 * 3_600_000;

/** A person's plan from today on, made anew from what they did; `shared/rules/plan.ts` is the rule. */
export async function planFor(
  db: Database,
  user: { id: string },
  candidates: Candidates,
  { timeZone, now }: { timeZone: string; now: Date },
) {
  const today = todayIn(timeZone, now);
  const [assessment, flight, history, dailyMinutes, listens] = await Promise.all([
    findLatestAssessment(db, user.id),
    findFlightAhead(db, user.id, now),
    findHistoryBefore(db, user.id, instantOf(today, '00:00', timeZone)),
    findDailyMinutes(db, user.id),
    listListensSince(db, user.id, new Date(now.getTime() - TODAY_WINDOW_MS)),
  ]);
  const completed = listens
    .filter((listen) => listen.completed && todayIn(timeZone, listen.at) === today)
    .map(({ contentId }) => contentId);
  // Newest first until here: what is completed twice counts from the last time.
  const completedToday = [...new Set(completed)].toReversed();
  const days = planDays({
    candidates,
    profile: assessment && profileOf(assessment),
    history,
    doneToday: completedToday,
    flight,
    dailyMinutes,
    timeZone,
    now,
  });
  const ahead = days[0]?.daysUntil === null ? null : flight;
  return { flight: ahead, dailyMinutes, isAssessed: !!assessment, days, completedToday };
}

/**
 * Today's sessions: those still to come with their reason, and those done. When the day is done, one more
 * is offered to whoever would like it: one not done today where there is one, else what was done longest
 * ago. `after` is a session just finished, of which the server may not have heard yet.
 */
export async function showToday(
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
    (await recommendFor(db, user, others, now)).toSorted(
      (a, b) => place(a.content.id) - place(b.content.id),
    );
  const more = open.length > 0 ? [] : (await ranked()).slice(0, 1);
  return {
    recommendations: [...open, ...more],
    doneToday: finished.map(({ content }) => ({ id: content.id, title: content.title })),
  };
}

/** Focus areas not chosen yet are the two that the report proposes. */
function profileOf(
  assessment: NonNullable<Awaited<ReturnType<typeof findLatestAssessment>>>,
): FearProfile {
  const { answers, primaryFocus, secondaryFocus } = assessment;
  const proposed = fearReport(answers).proposedFocus;
  return {
    answers,
    primary: primaryFocus ?? proposed.primary,
    secondary: secondaryFocus ?? proposed.secondary,
    chosen: primaryFocus !== null && secondaryFocus !== null,
  };
}
