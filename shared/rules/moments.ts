import { TONIGHT_SESSION_IDS } from './tonight.ts';
import type { RecommendationCandidate, Reason, SessionListenStats } from './recommendation.ts';

// What Today and the plan propose at which hour and on which day. The rules, in the order in which they win:
//
// 1. From 22:00 to 5:00 something calm comes first, and no exposure (Load) and nothing to study is proposed.
// 2. From 18:00 on the evening before a flight until 5:00, "The night before" comes first, until it was heard.
// 3. On the day of a flight, from 5:00 until its departure or 22:00, "The morning of" comes first, and nothing is to be studied.
// 4. These two have that day in every plan, and no other; the pieces for the hours before a flight have both days.
// 5. A session about a delay is proposed only where there is a delay. Nothing tells the app of one yet: never.
//
// The places of Load before a flight are in recommendation.ts; how many sessions a day has, in plan.ts. The test is
// moments.test.ts: every hour of the last fourteen days of thirty kinds of people.

/** Ids of the starter sessions that are for one moment alone. */
export const MOMENT_SESSION_IDS = {
  night_before: '9751a04f-c1d3-5e47-acee-e668a8db284b',
  morning_of: '966407c9-f31e-5657-9f18-9f7a26b6a3b7',
  delay: '65669191-f833-50b2-9ec9-3aec509cde8d',
} as const;

const NIGHT_FROM = 22;
const EVENING_FROM = 18;
const MORNING_FROM = 5;
/** A session for the night before that was heard within so many hours was heard tonight. */
const SAME_NIGHT_HOURS = 12;
const HOUR_MS = 3_600_000;

const HOURS_BEFORE: ReadonlySet<string> = new Set(Object.values(TONIGHT_SESSION_IDS));

/** When something is proposed: the wall clock's hour where the person is (null for a whole day of a plan), and the flight. */
export interface ProposalTime {
  hour: number | null;
  /** Days until the flight; null without one to come. */
  daysUntil: number | null;
  /** Whether the flight has left. */
  isGone: boolean;
}

const isNight = (hour: number | null) =>
  hour !== null && (hour >= NIGHT_FROM || hour < MORNING_FROM);

/** Returns whether it is the night before a flight, from its evening on; a whole day before one counts as such. */
function isNightBefore({ hour, daysUntil, isGone }: ProposalTime): boolean {
  if (daysUntil === 1) return hour === null || hour >= EVENING_FROM;
  return daysUntil === 0 && hour !== null && hour < MORNING_FROM && !isGone;
}

const isMorningOf = ({ hour, daysUntil, isGone }: ProposalTime) =>
  daysUntil === 0 && !isNight(hour) && !isGone;

/** Returns the id of the session that has its place on a day or at an hour, or null. */
export function findSessionIdForMoment(when: ProposalTime): string | null {
  // On the day before it has its place from the morning on, so that the day's list never changes.
  if (when.daysUntil === 1 || isNightBefore(when)) return MOMENT_SESSION_IDS.night_before;
  return isMorningOf(when) ? MOMENT_SESSION_IDS.morning_of : null;
}

/** Returns whether a session may be proposed on a day or at an hour (rules 3 to 5). */
export function mayProposeSessionAt(
  { id, category }: RecommendationCandidate,
  when: ProposalTime,
): boolean {
  if (id === MOMENT_SESSION_IDS.delay) return false;
  if (id === MOMENT_SESSION_IDS.night_before || id === MOMENT_SESSION_IDS.morning_of)
    return id === findSessionIdForMoment(when);
  if (HOURS_BEFORE.has(id)) return (when.daysUntil === 0 || when.daysUntil === 1) && !when.isGone;
  return category !== 'technical' || when.daysUntil !== 0;
}

/**
 * Chooses a calm session for an evening or a night that is not among `taken`: a meditation for home that was not finished
 * yet, else the one finished longest ago. In the order of `candidates` where several are alike; null when there is none.
 */
export function chooseCalmSession<C extends RecommendationCandidate>(
  candidates: readonly C[],
  history: ReadonlyMap<string, SessionListenStats>,
  taken: readonly string[] = [],
): C | null {
  let quietest: C | null = null;
  let heardAt = Infinity;
  for (const candidate of candidates) {
    const { id, kind, category, guard, situations = [] } = candidate;
    const isCalm = kind === 'flow' && category === 'meditation' && guard === null;
    if (!isCalm || !situations.includes('home') || taken.includes(id)) continue;
    const at = history.get(id)?.completedAt?.getTime() ?? 0;
    if (at < heardAt) {
      quietest = candidate;
      heardAt = at;
    }
  }
  return quietest;
}

/** A session that is proposed, and why. */
export interface SessionProposal<C extends RecommendationCandidate> {
  candidate: C;
  reason: Reason;
}

/** Arranges what is still to do today for the hour: what belongs to it first, and without what does not (rules 1 to 5). */
export function arrangeProposalsForHour<C extends RecommendationCandidate>(
  open: readonly SessionProposal<C>[],
  {
    candidates,
    history,
    when,
    now,
  }: {
    /** All that may be proposed. */
    candidates: readonly C[];
    /** What was done until now. */
    history: ReadonlyMap<string, SessionListenStats>;
    when: ProposalTime;
    now: Date;
  },
): SessionProposal<C>[] {
  const first = chooseFirst(open, { candidates, history, when, now });
  const rest = open.filter(
    ({ candidate }) =>
      candidate.id !== first?.candidate.id &&
      mayProposeSessionAt(candidate, when) &&
      (!isNight(when.hour) || (candidate.kind === 'flow' && candidate.category !== 'technical')),
  );
  return first ? [first, ...rest] : rest;
}

function chooseFirst<C extends RecommendationCandidate>(
  open: readonly SessionProposal<C>[],
  { candidates, history, when, now }: Parameters<typeof arrangeProposalsForHour<C>>[1],
): SessionProposal<C> | null {
  const fixed = findSessionIdForMoment(when);
  const heardAt = fixed === null ? undefined : history.get(fixed)?.completedAt;
  const isHeard =
    heardAt !== undefined &&
    heardAt !== null &&
    now.getTime() - heardAt.getTime() < SAME_NIGHT_HOURS * HOUR_MS;
  const moment = candidates.find(({ id }) => id === fixed);
  if (moment && !isHeard && (isNightBefore(when) || isMorningOf(when))) {
    const code = fixed === MOMENT_SESSION_IDS.morning_of ? 'morning_of' : 'night_before';
    return { candidate: moment, reason: { code, area: null } };
  }
  if (!isNight(when.hour)) return null;
  const allowed = candidates.filter((candidate) => mayProposeSessionAt(candidate, when));
  const planned = open.find(({ candidate }) => chooseCalmSession([candidate], history) !== null);
  if (planned && mayProposeSessionAt(planned.candidate, when)) return planned;
  const calm = chooseCalmSession(allowed, history);
  return calm && { candidate: calm, reason: { code: 'calm_night', area: null } };
}
