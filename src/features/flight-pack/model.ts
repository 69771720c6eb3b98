import type { ContentSummary } from '#shared/contract/contents.ts';
import type { Plan } from '#shared/contract/plan.ts';

/** One thing of the pack: the app itself, what a page shows, or a session. */
export type FlightPackItem =
  | { kind: 'app' }
  | { kind: 'page'; page: FlightPackPage; url: string }
  | { kind: 'session'; id: string; title: string };
export type FlightPackPage = 'today' | 'plan' | 'ladder' | 'report';

/** What came of trying the pack without a network. */
export interface FlightPackCheckResult {
  /** What was not there with the network refused. */
  missing: FlightPackItem[];
  sessions: number;
  atMs: number;
}

const SEAT_FORMS: ReadonlySet<string> = new Set(['seat', 'sos']);

/**
 * Lists everything that must be on the device for use without a network on a flight: the app, the pages with their
 * data, the sessions still in the plan, and the sessions for the seat and for emergencies (`sos`), except those to opt
 * in to.
 */
export function listPackItems(
  plan: Plan,
  sessions: readonly ContentSummary[],
  { timeZone }: { timeZone: string },
): FlightPackItem[] {
  const planned = new Map(plan.contents.map(({ id, title }) => [id, title]));
  const forSeat = sessions.filter(({ form, optIn }) => SEAT_FORMS.has(form) && !optIn);
  const titles = new Map([...planned, ...forSeat.map(({ id, title }) => [id, title] as const)]);
  const query = new URLSearchParams({ timeZone }).toString();
  return [
    { kind: 'app' },
    { kind: 'page', page: 'today', url: `/api/dashboard?${query}` },
    { kind: 'page', page: 'plan', url: `/api/plan?${query}` },
    { kind: 'page', page: 'ladder', url: '/api/ladder' },
    { kind: 'page', page: 'report', url: '/api/assessment' },
    ...[...titles].map(([id, title]) => ({ kind: 'session' as const, id, title })),
  ];
}

const HOUR_MS = 3_600_000;
/** How long a check holds, by how near the flight is: the evening before and on the day it is made again soon. */
const VALID_MS = { far: 24 * HOUR_MS, near: 4 * HOUR_MS };
const NEAR_DAYS = 1;

/**
 * Returns whether to check now that everything for the flight is on this device: first from the day before the flight
 * on, then 24 h after the last check, or 4 h from the day before on.
 */
export function isPackCheckDue(
  last: FlightPackCheckResult | null,
  daysLeft: number,
  nowMs: number,
): boolean {
  if (last === null) return daysLeft <= NEAR_DAYS;
  const validMs = daysLeft <= NEAR_DAYS ? VALID_MS.near : VALID_MS.far;
  return Math.abs(nowMs - last.atMs) >= validMs;
}

/** A recording's length may differ by this factor from its script's, and is then another recording. */
const MAX_STRETCH = 2;

/**
 * Returns whether a recording with this length in seconds can belong to a session of `durationMs`: between half and
 * twice as long.
 */
export function isPlausibleRecordingLength(seconds: number, durationMs: number): boolean {
  const ratio = (seconds * 1000) / durationMs;
  return Number.isFinite(ratio) && ratio > 1 / MAX_STRETCH && ratio < MAX_STRETCH;
}
