import type { FearArea } from './fear-areas.ts';
import type { FearAnswers } from './fear-report.ts';
import { HIGH_AREA_MIN_SCORE } from './fear-report.ts';
import { type SessionGuard, mayRecommendGuardedSession } from './guards.ts';
import type { Situation } from './situations.ts';

/** A session that could be recommended; the first of its areas is its main one. */
export interface RecommendationCandidate {
  id: string;
  kind: 'load' | 'flow';
  category: 'podcast' | 'technical' | 'meditation';
  areas: readonly FearArea[];
  /** The risk that its listener is asked about before it plays; null without one. */
  guard: SessionGuard | null;
  situations?: readonly Situation[];
  durationMs: number;
  publishedAt: Date;
}

/** What a person has done with a session; `completedAt` is the last time, null when only begun. */
export interface SessionListenStats {
  completedAt: Date | null;
  listens: number;
}

export interface FearProfile {
  answers: FearAnswers;
  primary: FearArea;
  secondary: FearArea;
  /** Whether the person chose both focus areas; otherwise they are proposals of the report. */
  chosen: boolean;
}

export const REASON_CODES = [
  'night_before',
  'morning_of',
  'calm_night',
  'last_day_flow',
  'repeat_load',
  'practise_again',
  'primary_focus',
  'secondary_focus',
  'high_area',
  'fresh',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/**
 * Returns whether this version of the app knows a reason for a recommendation by its code; a newer server may send
 * others.
 */
export const isReasonCode = (code: string): code is ReasonCode =>
  (REASON_CODES as readonly string[]).includes(code);

/** Why a session is recommended, for the text on its card; `area` is null when the reason names none. */
export interface Reason {
  code: ReasonCode;
  area: FearArea | null;
}

export interface RecommendationInput {
  candidates: readonly RecommendationCandidate[];
  profile: FearProfile | null;
  history: ReadonlyMap<string, SessionListenStats>;
  /** Hours until the flight, null without one to come. */
  hoursToFlight: number | null;
  hasJustFlown?: boolean;
  now: Date;
}

/** Within so many hours of the flight no Load that is new to the person is recommended. */
export const LAST_DAY_HOURS = 24;
const DAY_HOURS = 24;
const DAY_MS = 86_400_000;
/** Exposure needs to be repeated, but not the same evening. */
const LOAD_REST_DAYS = 2;
const FLOW_REST_DAYS = 7;

function isLastDay(hoursToFlight: number | null): boolean {
  return hoursToFlight !== null && hoursToFlight >= 0 && hoursToFlight <= LAST_DAY_HOURS;
}

/** Scores how well a session matches the profile, 0 to about 4; its main area counts double. */
function scoreProfileMatch(
  { areas }: RecommendationCandidate,
  profile: FearProfile | null,
): number {
  if (!profile) return 0;
  let best = 0;
  let weight = 1;
  for (const area of areas) {
    const focus = area === profile.primary ? 2 : area === profile.secondary ? 1.2 : 0;
    best = Math.max(best, weight * (profile.answers[area] / 10 + focus));
    weight = 0.5;
  }
  return best;
}

/** Scores a session by the time left until the flight: exposure (Load) early, skills (Flow) late. */
function scoreTiming(kind: RecommendationCandidate['kind'], hoursToFlight: number | null): number {
  if (hoursToFlight === null || hoursToFlight > 14 * DAY_HOURS) return kind === 'load' ? 0.4 : 0;
  if (hoursToFlight > 3 * DAY_HOURS) return 0.2;
  if (!isLastDay(hoursToFlight)) return kind === 'flow' ? 0.6 : 0;
  return kind === 'flow' ? 4 : 0;
}

/**
 * Scores how well a session suits the day: sessions for after a flight come first on the day after one, and last
 * otherwise; those for the airport come before other skills on the last day.
 */
function scoreSituation(
  { kind, situations = [] }: RecommendationCandidate,
  input: RecommendationInput,
): number {
  if (input.hasJustFlown && kind === 'flow' && situations[0] === 'after') return 6;
  if (!input.hasJustFlown && situations.length > 0 && situations.every((one) => one === 'after'))
    return -2;
  return isLastDay(input.hoursToFlight) && situations.includes('airport') ? 1 : 0;
}

/** Computes the penalty for a session heard before; it shrinks after a rest period. */
function scoreRepetitionPenalty(
  kind: RecommendationCandidate['kind'],
  past: SessionListenStats | undefined,
  now: Date,
): number {
  if (!past) return 0;
  const listens = Math.min(past.listens, 10) * 0.1;
  if (!past.completedAt) return listens / 2;
  const days = (now.getTime() - past.completedAt.getTime()) / DAY_MS;
  if (kind === 'load') return listens + (days >= LOAD_REST_DAYS ? 1 : 5);
  return listens + (days >= FLOW_REST_DAYS ? 1.5 : 3);
}

/** Returns why `rankCandidates` has a candidate where it is, for the text on its card. */
export function chooseReason(
  candidate: RecommendationCandidate,
  input: RecommendationInput,
): Reason {
  const { areas, kind } = candidate;
  const { profile } = input;
  const main = areas[0] ?? null;
  if (kind === 'flow' && isLastDay(input.hoursToFlight))
    return { code: 'last_day_flow', area: null };
  if (input.history.get(candidate.id)?.completedAt) {
    return kind === 'load'
      ? { code: 'repeat_load', area: main }
      : { code: 'practise_again', area: main };
  }
  if (!profile) return { code: 'fresh', area: null };
  for (const focus of ['primary', 'secondary'] as const) {
    const area = profile[focus];
    if (!areas.includes(area)) continue;
    return { code: profile.chosen ? `${focus}_focus` : 'high_area', area };
  }
  const highest = areas.toSorted((a, b) => profile.answers[b] - profile.answers[a])[0];
  if (highest && profile.answers[highest] >= HIGH_AREA_MIN_SCORE)
    return { code: 'high_area', area: highest };
  return { code: 'fresh', area: null };
}

/**
 * Ranks the candidate sessions by how well they suit the person now, the best first; deterministic, in whatever order
 * they are given. May be empty: within 24 hours before a flight it leaves out every Load (exposure) session that
 * was never completed, within 72 every guarded session, and always a retelling of a past flight that the person has
 * never opened. Focus areas and strong fears come first; Load while the flight is far, Flow (relaxation) when it is
 * near; completed sessions move down.
 */
export function rankCandidates<C extends RecommendationCandidate>(
  input: RecommendationInput & { candidates: readonly C[] },
): C[] {
  const { candidates, profile, history, hoursToFlight, now } = input;
  const lastDay = isLastDay(hoursToFlight);
  const hours = hoursToFlight !== null && hoursToFlight < 0 ? null : hoursToFlight;
  const scored: { candidate: C; score: number }[] = [];
  for (const candidate of candidates) {
    const { kind, id, guard } = candidate;
    const past = history.get(id);
    if (lastDay && kind !== 'flow' && !past?.completedAt) continue;
    if (!mayRecommendGuardedSession(guard, { hoursToFlight, isOpened: past !== undefined }))
      continue;
    const score =
      scoreProfileMatch(candidate, profile) +
      scoreTiming(kind, hours) +
      scoreSituation(candidate, input) -
      scoreRepetitionPenalty(kind, past, now);
    scored.push({ candidate, score });
  }
  return scored
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        b.candidate.publishedAt.getTime() - a.candidate.publishedAt.getTime() ||
        (a.candidate.id < b.candidate.id ? -1 : 1),
    )
    .map(({ candidate }) => candidate);
}
