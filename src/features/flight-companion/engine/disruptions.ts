import { type FlightPhase, FLIGHT_PHASES } from '#shared/rules/flight-phases.ts';
import {
  computeJourneyWhereabouts,
  getLastToldPhase,
  type Journey,
  listPhaseStarts,
  moveToPhase,
} from './journey.ts';
import {
  type FlightDisruption,
  findPhaseAfter,
  getPhaseIndex,
  findPhaseBefore,
  isTimedPhase,
  type PhaseMinutes,
} from './phases.ts';

const MINUTE = 60_000;

const isAfter = (phase: FlightPhase, than: FlightPhase) =>
  getPhaseIndex(phase) > getPhaseIndex(than);

/** Takes over what the clock alone has come to, from when it had it, though no further than `limit`. */
function takeOverFromClock(
  journey: Journey,
  limit: FlightPhase,
  minutes: PhaseMinutes,
  at: number,
): Journey {
  const told = getLastToldPhase(journey);
  const starts = listPhaseStarts(journey, minutes);
  const phase = FLIGHT_PHASES.findLast(
    (one) => (starts.get(one) ?? Infinity) <= at && !isAfter(one, limit),
  );
  if (!phase || !isTimedPhase(told) || !isAfter(phase, told)) return journey;
  return moveToPhase(journey, phase, starts.get(phase)!);
}

function lengthenLastPhase(
  journey: Journey,
  minutes: PhaseMinutes,
  lengthen: (usual: number, since: number) => number,
): Journey {
  const last = journey.marks.at(-1);
  if (!last) return journey;
  const lasts = lengthen(last.minutes ?? minutes[last.phase], last.at);
  return { ...journey, marks: [...journey.marks.slice(0, -1), { ...last, minutes: lasts }] };
}

/** Minutes by which a proposal is put off when it was too early. */
const LATER_MINUTES = 5;

/**
 * Notes that a proposed phase has not begun: the one before it still goes on, and what follows is expected later. Where only position
 * or motion is ahead of the clock, nothing changes.
 */
export function extendCurrentPhase(
  journey: Journey,
  proposed: FlightPhase,
  minutes: PhaseMinutes,
  at: number,
): Journey {
  const still = takeOverFromClock(journey, findPhaseBefore(proposed) ?? proposed, minutes, at);
  if (findPhaseAfter(getLastToldPhase(still)) !== proposed) return journey;
  return lengthenLastPhase(still, minutes, (usual, since) =>
    Math.max(usual, (at - since) / MINUTE + LATER_MINUTES),
  );
}

/** Minutes from each disruption in the air to the phase that follows it. */
const HOLDING_MINUTES = 12;
/** A new approach after a go-around takes some 10 to 15 minutes. */
const GO_AROUND_MINUTES = 12;
const DIVERSION_MINUTES = 35;

/**
 * Notes a disruption. A holding pattern lengthens the phase that goes on, which is the clock's where none was told, no further than
 * `shown`; after a go-around the descent goes on until the next approach; a diversion goes on with the descent after some time of
 * cruise. A disruption on the ground has no time.
 */
export function recordDisruption(
  journey: Journey,
  disruption: FlightDisruption,
  minutes: PhaseMinutes,
  at: number,
  shown: FlightPhase = computeJourneyWhereabouts(journey, minutes, at).expected,
): Journey {
  const detours = [...journey.detours, { detour: disruption, at }];
  const noted = { ...journey, isDetouring: true, detours };
  if (disruption === 'delay' || disruption === 'deicing') return noted;
  if (disruption === 'holding') {
    const { marks } = takeOverFromClock(journey, shown, minutes, at);
    return lengthenLastPhase({ ...noted, marks }, minutes, (usual) => usual + HOLDING_MINUTES);
  }
  const [phase, lasts] =
    disruption === 'go_around'
      ? (['descent', GO_AROUND_MINUTES] as const)
      : (['cruise', DIVERSION_MINUTES] as const);
  const before = journey.marks.filter((mark) => getPhaseIndex(mark.phase) < getPhaseIndex(phase));
  return { ...noted, marks: [...before, { phase, at, minutes: lasts }] };
}

/** Notes that a disruption is over. */
export const endDisruption = (journey: Journey): Journey => ({ ...journey, isDetouring: false });
