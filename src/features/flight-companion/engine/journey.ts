import type { AircraftType, SeatArea, SeatSide } from './aircraft.ts';
import {
  type FlightPhase,
  FLIGHT_PHASES,
  MAX_LOAD_FACTOR,
  MIN_LOAD_FACTOR,
  MAX_TURBULENT_MINUTES_PER_FLIGHT,
  type TurbulentMinute,
} from '#shared/rules/flight-phases.ts';
import {
  type FlightDisruption,
  findPhaseAfter,
  getPhaseIndex,
  isTimedPhase,
  type PhaseMinutes,
} from './phases.ts';

/** A phase that a person said has begun, by a tap. */
export interface ToldPhase {
  phase: FlightPhase;
  at: number;
  /** Minutes that this phase takes this time, where they differ from the usual. */
  minutes?: number;
}

/** Something between two phases, told by a tap. */
export interface ToldDisruption {
  detour: FlightDisruption;
  at: number;
}

/** One flight with the companion, as it is kept on this device. */
export interface Journey {
  /** Null for a flight that is not in the person's list. */
  flightId: string | null;
  /** Times faster than a clock, for practice on the ground; null in flight. */
  practiceSpeed: number | null;
  /** When it was begun: the origin of a practice's clock, in milliseconds since 1970. */
  begunAt: number;
  /** What it is flown with, and where the person sits; null where that was not said. */
  aircraft: AircraftType | null;
  seat: SeatArea | null;
  side: SeatSide | null;
  airborneMinutes: number;
  marks: ToldPhase[];
  detours: ToldDisruption[];
  fears: { phase: FlightPhase; at: number; fear: number }[];
  /** How rough it was, minute by minute, while the meter ran and the person wanted it kept. */
  rough: TurbulentMinute[];
  /** Whether the last disruption still goes on. */
  isDetouring: boolean;
  endedAt: number | null;
}

const MINUTE = 60_000;

/** Creates a journey that begins now with boarding. */
export function createJourney(
  about: Pick<Journey, 'flightId' | 'practiceSpeed' | 'airborneMinutes'> &
    Partial<Pick<Journey, 'aircraft' | 'seat' | 'side'>>,
  now: number,
): Journey {
  return {
    aircraft: null,
    seat: null,
    side: null,
    ...about,
    begunAt: now,
    marks: [{ phase: 'boarding', at: now }],
    detours: [],
    fears: [],
    rough: [],
    isDetouring: false,
    endedAt: null,
  };
}

/** Returns the journey's own time: the clock's, or in practice so many times faster from the beginning on. */
export function toJourneyMs(
  { practiceSpeed, begunAt }: Pick<Journey, 'practiceSpeed' | 'begunAt'>,
  now: number,
): number {
  return practiceSpeed === null ? now : begunAt + Math.max(0, now - begunAt) * practiceSpeed;
}

/** Returns the phase that was told last. */
export const getLastToldPhase = ({ marks }: Pick<Journey, 'marks'>): FlightPhase =>
  marks.at(-1)?.phase ?? 'boarding';

/** One phase of the way from gate to gate. */
export interface TimelineRow {
  phase: FlightPhase;
  /** When it began or is expected to, on the journey's clock; null where it is unknown. */
  at: number | null;
  state: 'past' | 'here' | 'ahead';
}

/** Where a flight is, and how that is known. */
export interface JourneyWhereabouts {
  /** The phase that was told last. */
  told: FlightPhase;
  /** The phase by motion or position where one is known, else by the clock; `told` where none says otherwise. */
  expected: FlightPhase;
  /** What `expected` is known by. */
  by: 'told' | 'clock' | 'position' | 'motion';
  /** The phases from boarding on. */
  rows: TimelineRow[];
  /** Minutes until what comes next; null where it is unknown. */
  next: { phase: FlightPhase; minutes: number | null } | null;
  /** Minutes to the gate, from the take-off roll on. */
  minutesToGate: number | null;
}

/**
 * Computes where a journey is at an instant of its own clock. `seen` is the phase that the position speaks for, `felt`
 * the one that motion does; null where none is known. The clock leads on only once in motion.
 */
export function computeJourneyWhereabouts(
  journey: Journey,
  minutes: PhaseMinutes,
  at: number,
  seen: FlightPhase | null = null,
  felt: FlightPhase | null = null,
): JourneyWhereabouts {
  const told = getLastToldPhase(journey);
  const starts = listPhaseStarts(journey, minutes);
  const timed = isTimedPhase(told)
    ? FLIGHT_PHASES.findLast((phase) => (starts.get(phase) ?? Infinity) <= at)
    : undefined;
  const isAfter = (phase: FlightPhase, than: FlightPhase) =>
    getPhaseIndex(phase) > getPhaseIndex(than);
  const known = seen ?? timed ?? told;
  const isFelt = felt !== null && isAfter(felt, told) && !isAfter(known, felt);
  const reached = isFelt ? felt : known;
  const isLater = isAfter(reached, told);
  const expected = isLater ? reached : told;
  const here = getPhaseIndex(expected);
  const rows = FLIGHT_PHASES.map((phase, index): TimelineRow => {
    const state = index < here ? 'past' : index === here ? 'here' : 'ahead';
    const start = starts.get(phase) ?? null;
    return { phase, at: state === 'ahead' && !isTimedPhase(told) ? null : start, state };
  });
  const following = findPhaseAfter(expected);
  const untilNext =
    following && isTimedPhase(told) ? countMinutesUntil(starts.get(following), at) : null;
  return {
    told,
    expected,
    by: !isLater ? 'told' : isFelt ? 'motion' : seen === null ? 'clock' : 'position',
    rows,
    next: following && { phase: following, minutes: untilNext },
    minutesToGate: isTimedPhase(told)
      ? countMinutesUntil(starts.get('taxi_in'), at, minutes.taxi_in)
      : null,
  };
}

/** Returns what motion could tell next: the take-off before it, the touch-down on the way down; null where neither. */
export function findNextRunwayPhase({
  told,
  expected,
}: JourneyWhereabouts): 'take_off' | 'landing' | null {
  const isBefore = (phase: FlightPhase, than: FlightPhase) =>
    getPhaseIndex(phase) < getPhaseIndex(than);
  if (isBefore(told, 'take_off')) return 'take_off';
  return isBefore(told, 'landing') && !isBefore(expected, 'descent') ? 'landing' : null;
}

const countMinutesUntil = (start: number | undefined, at: number, more = 0) =>
  start === undefined ? null : Math.max(0, Math.round((start - at) / MINUTE + more));

/** Lists when each phase began, as told, or is expected to begin after the last that was told. */
export function listPhaseStarts(
  { marks }: Journey,
  minutes: PhaseMinutes,
): Map<FlightPhase, number> {
  const starts = new Map(marks.map(({ phase, at }) => [phase, at]));
  const last = marks.at(-1);
  if (!last) return starts;
  let at = last.at + (last.minutes ?? minutes[last.phase]) * MINUTE;
  for (let next = findPhaseAfter(last.phase); next; next = findPhaseAfter(next)) {
    starts.set(next, at);
    at += minutes[next] * MINUTE;
  }
  return starts;
}

/** Notes that a phase has begun. Going back takes back what was told of later phases. */
export function moveToPhase(journey: Journey, phase: FlightPhase, at: number): Journey {
  if (phase === getLastToldPhase(journey)) return { ...journey, isDetouring: false };
  const before = journey.marks.filter((mark) => getPhaseIndex(mark.phase) < getPhaseIndex(phase));
  const known = journey.marks.find((mark) => mark.phase === phase);
  const isBack =
    known !== undefined && getPhaseIndex(phase) < getPhaseIndex(getLastToldPhase(journey));
  return { ...journey, isDetouring: false, marks: [...before, isBack ? known : { phase, at }] };
}

/** Confirms what was proposed: from when the clock had it, so that a late answer doesn't make the flight longer; else from now. */
export function confirmProposedPhase(
  journey: Journey,
  { expected, by, rows }: Pick<JourneyWhereabouts, 'expected' | 'by' | 'rows'>,
  now: number,
): Journey {
  const start = by === 'clock' ? rows.find(({ phase }) => phase === expected)?.at : null;
  return moveToPhase(journey, expected, start ?? now);
}

/** A level given so soon after another is its correction, in milliseconds. */
const CORRECTION_MS = 2 * MINUTE;

/** Notes how strong the fear is now, 0 to 10, in the phase that it was asked for in; replaces what was given for it a moment ago. */
export function recordFear(
  journey: Journey,
  { phase, fear }: { phase: FlightPhase; fear: number },
  at: number,
): Journey {
  const last = journey.fears.at(-1);
  const isCorrection = last?.phase === phase && at - last.at < CORRECTION_MS;
  const before = isCorrection ? journey.fears.slice(0, -1) : journey.fears;
  return { ...journey, fears: [...before, { phase, at, fear }] };
}

/** Notes how rough it has been, with what was noted of the same minute. */
export function recordRoughness(
  journey: Journey,
  felt: Omit<TurbulentMinute, 'at'>,
  now: number,
): Journey {
  const at = new Date(Math.floor(now / MINUTE) * MINUTE).toISOString();
  const last = journey.rough.at(-1);
  const isSame = last?.at === at;
  const round = (times: number) => Math.round(times * 100) / 100;
  const minute = {
    at,
    lowest: round(Math.max(MIN_LOAD_FACTOR, Math.min(felt.lowest, isSame ? last.lowest : 1))),
    highest: round(Math.min(MAX_LOAD_FACTOR, Math.max(felt.highest, isSame ? last.highest : 1))),
  };
  const before = isSame ? journey.rough.slice(0, -1) : journey.rough;
  return { ...journey, rough: [...before, minute].slice(-MAX_TURBULENT_MINUTES_PER_FLIGHT) };
}

/** Ends a journey at the gate. */
export const endJourney = (journey: Journey, at: number): Journey => ({ ...journey, endedAt: at });
