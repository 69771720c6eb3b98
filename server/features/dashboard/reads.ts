import type { Database } from '#server/db/connect.ts';
import { findFlight } from '#server/features/account/reads.ts';
import { findLatestAssessment } from '#server/features/assessment/reads.ts';
import type { listCandidates } from '#server/features/library/reads.ts';
import { toSummary } from '#server/features/library/wire.ts';
import { findHistory } from '#server/features/player/reads.ts';
import { fearReport } from '#shared/rules/fear-report.ts';
import { hoursToFlight } from '#shared/rules/flight-date.ts';
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
    findFlight(db, user.id),
    findHistory(db, user.id),
  ]);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const ranked = recommend({
    candidates,
    profile: assessment && profileOf(assessment),
    history,
    hoursToFlight:
      flight && hoursToFlight({ date: flight.departsOn, timeZone: flight.timeZone, now }),
    now,
  });
  return ranked.flatMap(({ id, reason }) => {
    const candidate = byId.get(id);
    return candidate ? [{ content: toSummary(candidate), reason }] : [];
  });
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
  };
}
