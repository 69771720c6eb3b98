import { MOMENT_SESSION_IDS } from './moment-sessions.ts';
import { TONIGHT_SESSION_IDS } from './tonight.ts';
import type { RecommendationCandidate, Reason, SessionListenStats } from './recommendation.ts';

// What Today and the plan propose at which hour and on which day. The rules, in the order in which they win:
//
// 1. From 22:00 to 5:00 something calm comes first: what is for nights without sleep in the two weeks before a flight, until it
//    was heard. From 22:00 to 6:00 no exposure (Load) and nothing to study is proposed.
// 2. From 18:00 on the evening before a flight until 5:00, "The night before" comes first, until it was heard.
// 3. On the day of a flight, from 5:00 until its departure or 22:00, "The morning of" comes first.
// 4. These two have that day in every plan, and no other; the pieces for the hours before a flight have both days.
// 5. From three days before a flight nothing is to be studied; the last two days have only what helps to settle.
// 6. A session about a delay is proposed only where there is a delay. Nothing tells the app of one yet: never. One about
//    booking is proposed only where no flight is booked.
//
// The places of Load before a flight are in recommendation.ts; how many sessions a day has, in plan.ts. The test is
// moments.test.ts: every hour of the last fourteen days of thirty kinds of people.

/** From so many days before the flight on, skills come before exposure, and nothing is to be studied. */
export const SKILLS_DAYS = 3;
/** In so many days before a flight, a night may be without sleep because of it. */
const SLEEPLESS_DAYS = 14;
const NIGHT_FROM = 22;
const EVENING_FROM = 18;
const MORNING_FROM = 5;
/** Until then nobody is asked to meet or to study anything. */
const EXPOSURE_FROM = 6;
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
  /** Whether another flight was flown in the last 36 hours. */
  hasJustFlown?: boolean;
}

const isNight = (hour: number | null) =>
  hour !== null && (hour >= NIGHT_FROM || hour < MORNING_FROM);

const isHourOfRest = (hour: number | null) =>
  hour !== null && (hour >= NIGHT_FROM || hour < EXPOSURE_FROM);

/** Returns whether it is a night that the person may lie awake because of a flight, and not the last one before it. */
const isSleeplessNight = ({ hour, daysUntil }: ProposalTime) =>
  isNight(hour) && daysUntil !== null && daysUntil > 1 && daysUntil <= SLEEPLESS_DAYS;

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

/** Returns whether a session may be proposed on a day or at an hour (rules 1 and 4 to 6). */
export function mayProposeSessionAt(
  { id, kind, category, situations = [] }: RecommendationCandidate,
  when: ProposalTime,
): boolean {
  const { hour, daysUntil, isGone, hasJustFlown } = when;
  if (id === MOMENT_SESSION_IDS.delay) return false;
  if (id === MOMENT_SESSION_IDS.booking && daysUntil !== null) return false;
  if (id === MOMENT_SESSION_IDS.night_before || id === MOMENT_SESSION_IDS.morning_of)
    return id === findSessionIdForMoment(when);
  const isLastTwoDays = daysUntil === 0 || daysUntil === 1;
  if (HOURS_BEFORE.has(id)) return isLastTwoDays && !isGone;
  if (isHourOfRest(hour) && (kind === 'load' || category === 'technical')) return false;
  // Somebody who flies again tomorrow may have landed today.
  if (isLastTwoDays)
    return category === 'meditation' || (hasJustFlown === true && situations[0] === 'after');
  return category !== 'technical' || daysUntil === null || daysUntil > SKILLS_DAYS;
}

/**
 * Chooses a calm session for an evening or a night that is not among `taken`: a meditation for home that was not finished
 * yet, else the one finished longest ago; before these, in a night without sleep before a flight, what is for such nights.
 * In the order of `candidates` where several are alike; null when there is none.
 */
export function chooseCalmSession<C extends RecommendationCandidate>(
  candidates: readonly C[],
  history: ReadonlyMap<string, SessionListenStats>,
  { when, taken = [] }: { when: ProposalTime; taken?: readonly string[] },
): C | null {
  let quietest: C | null = null;
  let heardAt = Infinity;
  for (const candidate of candidates) {
    if (!isCalm(candidate, when) || taken.includes(candidate.id)) continue;
    const at = history.get(candidate.id)?.completedAt?.getTime() ?? 0;
    if (at === 0 && candidate.id === MOMENT_SESSION_IDS.sleepless) return candidate;
    if (at < heardAt) {
      quietest = candidate;
      heardAt = at;
    }
  }
  return quietest;
}

/** Returns whether a session is calm; none that is named after a fear. */
function isCalm(
  { id, kind, category, guard, situations = [] }: RecommendationCandidate,
  when: ProposalTime,
): boolean {
  if (id === MOMENT_SESSION_IDS.sleepless) return isSleeplessNight(when);
  const isQuiet = kind === 'flow' && category === 'meditation' && guard === null;
  return isQuiet && situations.includes('home') && !HOURS_BEFORE.has(id);
}

/** Returns the id of the session that comes first on a day or at an hour, of `candidates` the best first; or null. */
export function findFirstSessionId(
  candidates: readonly RecommendationCandidate[],
  history: ReadonlyMap<string, SessionListenStats>,
  when: ProposalTime,
): string | null {
  const moment = findSessionIdForMoment(when);
  if (moment !== null || !isNight(when.hour)) return moment;
  return chooseCalmSession(candidates, history, { when })?.id ?? null;
}

/** A session that is proposed, and why. */
export interface SessionProposal<C extends RecommendationCandidate> {
  candidate: C;
  reason: Reason;
}

/** Arranges what is still to do today for the hour: what belongs to it first, and without what does not (rules 1 to 6). */
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
    ({ candidate }) => candidate.id !== first?.candidate.id && mayProposeSessionAt(candidate, when),
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
  const calm = chooseCalmSession(allowed, history, { when });
  if (calm?.id === MOMENT_SESSION_IDS.sleepless) return toCalmProposal(calm);
  const planned = open.find(({ candidate }) => isCalm(candidate, when));
  return planned ?? (calm && toCalmProposal(calm));
}

const toCalmProposal = <C extends RecommendationCandidate>(candidate: C): SessionProposal<C> => ({
  candidate,
  reason: { code: 'calm_night', area: null },
});
