import { CLOUD_BASE_M, CLOUD_TOP_M, getAircraftState } from '#shared/rules/rehearsal-flight.ts';
import { getRehearsalPhaseAt, type TimedRehearsalPhase } from '#shared/rules/rehearsal-phases.ts';

/** Where the aircraft points and is at one moment. Angles are degrees to the right of the way in which the flight began. */
export interface TrackPoint {
  turned: number;
  /** The way of the runway that is left, or that is come to. */
  runway: number;
  /** Metres flown in all, and along the runway; not always as fast as a real flight. */
  flown: number;
  travel: number;
  /** Metres over the land, ahead and to the right. */
  land: readonly [ahead: number, right: number];
}

const STEP_S = 0.5;
const GRAVITY = 9.81;
const BEGIN_M = 400;
/** Slower than this nothing turns by its bank, in m/s. */
const FLYING = 30;
const MIDST_OF_CLOUD_M = (CLOUD_BASE_M + CLOUD_TOP_M) / 2;

const COMING: ReadonlySet<string> = new Set(['descent', 'holding', 'approach']);

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (radians: number) => (radians * 180) / Math.PI;

interface Way {
  /** Degrees that the bank turned the aircraft by. */
  turned: number;
  flown: number;
  ahead: number;
  right: number;
}
type Step = { at: Way; rate: Way };

/** Returns how fast an aircraft's way changes at a time, a second, where it was turned by so much. */
function computeRate(phases: readonly TimedRehearsalPhase[], time: number, turned: number): Way {
  const { bank, speed, heading, pace } = getAircraftState(phases, time);
  const nose = toRadians(turned + heading);
  return {
    turned: toDegrees((GRAVITY * Math.tan(toRadians(bank))) / Math.max(FLYING, speed)),
    flown: pace,
    ahead: pace * Math.cos(nose),
    right: pace * Math.sin(nose),
  };
}

/** Moves a way on by some seconds in which its rate goes evenly from one to another; returns one value of it. */
const move = (name: keyof Way, { at, rate }: Step, next: Way, seconds: number): number =>
  at[name] + rate[name] * seconds + ((next[name] - rate[name]) * seconds ** 2) / (2 * STEP_S);

function flyThrough(phases: readonly TimedRehearsalPhase[]): Step[] {
  const length = phases.at(-1)!.to;
  const at: Way = {
    turned: 0,
    flown: BEGIN_M,
    ahead: BEGIN_M,
    right: getAircraftState(phases, 0).aside,
  };
  const steps: Step[] = [{ at, rate: computeRate(phases, 0, 0) }];
  for (let i = 1; i <= Math.ceil(length / STEP_S) + 1; i++) {
    const before = steps.at(-1)!;
    const turned = before.at.turned + before.rate.turned * STEP_S;
    const rate = computeRate(phases, Math.min(length, i * STEP_S), turned);
    const get = (name: keyof Way) => move(name, before, rate, STEP_S);
    const now = {
      turned: get('turned'),
      flown: get('flown'),
      ahead: get('ahead'),
      right: get('right'),
    };
    steps.push({ at: now, rate });
  }
  return steps;
}

/**
 * Lays out the way of a flight from its phases: on the ground it goes where its nose points, in the air it turns as fast
 * as its bank makes it (g · tan(bank) / speed). The land is laid anew in the midst of the clouds, where it is not seen, so
 * that a descent ends at the same place however long it is.
 */
export function layOutTrack(phases: readonly TimedRehearsalPhase[]): (time: number) => TrackPoint {
  const steps = flyThrough(phases);
  const read = (name: keyof Way, time: number): number => {
    const index = Math.min(steps.length - 2, Math.floor(time / STEP_S));
    return move(name, steps[index]!, steps[index + 1]!.rate, time - index * STEP_S);
  };
  /** When the aircraft points as its runway does: where it begins, or where the approach to it ends. */
  const findAligned = (index: number): number => {
    const isApproach = ({ phase }: TimedRehearsalPhase) => phase === 'approach';
    if (COMING.has(phases[index]!.phase)) return phases.slice(index).find(isApproach)?.to ?? 0;
    return phases.slice(0, index).findLast(isApproach)?.to ?? 0;
  };
  const descended = phases.find(({ phase }) => phase === 'descent')?.to;
  const isComing = (time: number, index: number): boolean =>
    descended !== undefined &&
    (time >= descended ||
      (phases[index]!.phase === 'descent' &&
        getAircraftState(phases, time).height < MIDST_OF_CLOUD_M));
  return (time) => {
    const { index } = getRehearsalPhaseAt(phases, time);
    const runway = read('turned', findAligned(index));
    const [ahead, right] = [read('ahead', time), read('right', time)];
    const way = toRadians(runway);
    const land = isComing(time, index)
      ? ([ahead - read('ahead', descended!), right - read('right', descended!)] as const)
      : ([ahead, right] as const);
    return {
      turned: read('turned', time),
      runway,
      flown: read('flown', time),
      travel: ahead * Math.cos(way) + right * Math.sin(way),
      land,
    };
  };
}
