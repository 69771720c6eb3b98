import { FEAR_AREAS, type FearArea } from './fear-areas.ts';
import { MOMENT_SESSION_IDS } from './moment-sessions.ts';
import { HIGH_AREA_MIN_SCORE } from './fear-report.ts';
import type { FearProfile, RecommendationCandidate, SessionListenStats } from './recommendation.ts';
import { TONIGHT_FEARS, TONIGHT_SESSION_IDS, type TonightFear, toTonightFear } from './tonight.ts';

/**
 * The ways to each exposure, by its id: for each program that has it, the ids of what stands before it there, in order.
 * Without what is not proposed to everybody, as nobody could go on from there.
 */
export type LeadIns = ReadonlyMap<string, readonly (readonly string[])[]>;

/** A lesson's session, as far as it matters whether it leads to an exposure. */
interface SessionInProgram extends Pick<RecommendationCandidate, 'id' | 'kind' | 'guard'> {
  form: string;
  optIn: boolean;
}

/** So near to a flight there is only time for what is feared. */
const NEAR_DAYS = 14;
/** What each session for the hours before a flight is about. */
const FEARS_BY_ID: ReadonlyMap<string, TonightFear> = new Map(
  TONIGHT_FEARS.map((fear) => [TONIGHT_SESSION_IDS[fear], fear]),
);
const MOMENTS: ReadonlySet<string> = new Set(Object.values(MOMENT_SESSION_IDS));

const isForEverybody = ({ id, form, optIn, guard }: SessionInProgram) =>
  form === 'full' && !optIn && guard === null && !MOMENTS.has(id);

/** Collects the ways to each exposure from the programs, each the sessions of its lessons in order. */
export function collectLeadIns(programs: readonly (readonly SessionInProgram[])[]): LeadIns {
  const leadIns = new Map<string, string[][]>();
  for (const sessions of programs)
    for (const [index, { id, kind }] of sessions.entries()) {
      if (kind !== 'load') continue;
      const before = sessions.slice(0, index).filter(isForEverybody);
      leadIns.set(id, [...(leadIns.get(id) ?? []), before.map((session) => session.id)]);
    }
  return leadIns;
}

/** A session that may be proposed, and whether it is an exposure or the next step towards one. */
export interface Step<C> {
  candidate: C;
  isTowardsExposure: boolean;
}

interface Progress {
  leadIns: LeadIns;
  /** Ids of all that is ever proposed to the person: what is not does not hold anybody up. */
  ids: ReadonlySet<string>;
  history: ReadonlyMap<string, SessionListenStats>;
  /** Whether nothing was ever completed before today: nobody begins with an exposure. */
  isFirstDay: boolean;
  profile: FearProfile | null;
  /** Days until the flight; null without one to come. */
  daysUntil: number | null;
}

/**
 * Returns what may be proposed of `ranked`, in its order, the best first. In the place of an exposure stands what its program
 * puts before it, as long as that was not completed; on the first day there is none at all, and near a flight none of what
 * is not feared.
 */
export function listSteps<C extends RecommendationCandidate>(
  ranked: readonly C[],
  progress: Progress,
): Step<C>[] {
  const byId = new Map(ranked.map((candidate) => [candidate.id, candidate]));
  const steps = new Map<string, Step<C>>();
  for (const session of ranked) {
    const { id, kind } = session;
    const isTowardsExposure = kind === 'load';
    if (!isOfUse(session, progress)) continue;
    const candidate = byId.get(isTowardsExposure ? findNextSessionTowards(id, progress) : id);
    if (!candidate || (progress.isFirstDay && candidate.kind === 'load')) continue;
    const known = steps.get(candidate.id);
    if (known) known.isTowardsExposure ||= isTowardsExposure;
    else steps.set(candidate.id, { candidate, isTowardsExposure });
  }
  return [...steps.values()];
}

/**
 * Returns whether a session is worth its place: in the two weeks before a flight none that is about a fear brings up what
 * the person is not afraid of.
 */
function isOfUse(
  { id, kind, category, areas: [area] }: RecommendationCandidate,
  { profile, daysUntil }: Progress,
): boolean {
  if (!profile || daysUntil === null || daysUntil > NEAR_DAYS) return true;
  const { primary, secondary, answers } = profile;
  const isFeared = (one: FearArea) =>
    one === primary || one === secondary || answers[one] >= HIGH_AREA_MIN_SCORE;
  const fear = FEARS_BY_ID.get(id);
  if (fear) return FEAR_AREAS.some(({ key }) => isFeared(key) && toTonightFear(key) === fear);
  const isAboutFear = kind === 'load' || category === 'technical';
  return !isAboutFear || !area || isFeared(area);
}

/** Finds the next step to an exposure by its shortest way: the id of the first session still to do, or its own. */
function findNextSessionTowards(id: string, { leadIns, ids, history }: Progress): string {
  const isDone = (one: string) => Boolean(history.get(one)?.completedAt);
  if (isDone(id)) return id;
  let missing: string[] | undefined;
  for (const way of leadIns.get(id) ?? []) {
    const left = way.filter((one) => ids.has(one) && !isDone(one));
    if (missing === undefined || left.length < missing.length) missing = left;
  }
  return missing?.[0] ?? id;
}

/** Returns whether nothing was completed yet. */
export const isNothingCompleted = (history: ReadonlyMap<string, SessionListenStats>): boolean =>
  [...history.values()].every(({ completedAt }) => completedAt === null);
