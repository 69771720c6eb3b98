import { array, assert, double, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FlightPhase, FLIGHT_PHASES } from '#shared/rules/flight-phases.ts';
import { computeGreatCircleKm } from '#web/features/route-map/engine/great-circle.ts';
import { endDisruption, extendCurrentPhase, recordDisruption } from './disruptions.ts';
import {
  confirmProposedPhase,
  toJourneyMs,
  getLastToldPhase,
  type Journey,
  computeJourneyWhereabouts,
  createJourney,
  recordFear,
  findNextRunwayPhase,
  moveToPhase,
  recordRoughness,
} from './journey.ts';
import {
  estimateAirborneMinutes,
  findPhaseAfter,
  getPhaseIndex,
  findPhaseBefore,
  isTimedPhase,
  listDisruptions,
  estimatePhaseMinutes,
} from './phases.ts';

const MINUTE = 60_000;
const LYON = { latitude: 45.73, longitude: 5.08 };
const LISBON = { latitude: 38.77, longitude: -9.13 };
const NEW_YORK = { latitude: 40.64, longitude: -73.78 };
const PARIS = { latitude: 49.01, longitude: 2.55 };
const begun = Date.UTC(2026, 11, 3, 18);
const board = (airborneMinutes = 120): Journey =>
  createJourney({ flightId: null, practiceSpeed: null, airborneMinutes }, begun);

describe('how long a flight takes', () => {
  it('comes from the distance between its airports', () => {
    expect(computeGreatCircleKm(LYON, LISBON)).toBeCloseTo(1396, -2);
    expect(estimateAirborneMinutes(LYON, LISBON)).toBeGreaterThan(110);
    expect(estimateAirborneMinutes(LYON, LISBON)).toBeLessThan(140);
    // Timetables give 7 h 30 to 8 h 15 from gate to gate.
    expect(estimateAirborneMinutes(PARIS, NEW_YORK)).toBeGreaterThan(7 * 60);
    expect(estimateAirborneMinutes(PARIS, NEW_YORK)).toBeLessThan(8 * 60 + 15);
  });

  it('is two hours where an airport is unknown', () => {
    expect(estimateAirborneMinutes(null, LISBON)).toBe(120);
  });

  it('is the sum of its phases in the air, on every flight', () => {
    assert(
      property(integer({ min: 25, max: 1100 }), (airborne) => {
        const minutes = estimatePhaseMinutes(airborne);
        const inTheAir = FLIGHT_PHASES.slice(getPhaseIndex('lift_off'), getPhaseIndex('taxi_in'));
        const sum = inTheAir.reduce((total, phase) => total + minutes[phase], 0);
        expect(sum).toBeCloseTo(airborne, 5);
        expect(Math.min(...Object.values(minutes))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('where a flight is', () => {
  const minutes = estimatePhaseMinutes(120);
  const takeOff = moveToPhase(board(), 'take_off', begun);

  it('is known on the ground only by what was told', () => {
    const later = begun + 300 * MINUTE;
    const { expected, next, minutesToGate } = computeJourneyWhereabouts(board(), minutes, later);
    expect([expected, next, minutesToGate]).toEqual([
      'boarding',
      { phase: 'doors', minutes: null },
      null,
    ]);
  });

  it('goes on by the clock from the take-off roll on', () => {
    const seen = Array.from({ length: 140 }, (_, minute) => {
      return computeJourneyWhereabouts(takeOff, minutes, begun + minute * MINUTE).expected;
    });
    expect([...new Set(seen)]).toEqual(
      [
        'take_off',
        'lift_off',
        'thrust_reduction',
        'climb',
        'cruise',
        'descent',
        'approach',
        'landing',
        'taxi_in',
      ].filter((phase) => seen.includes(phase as FlightPhase)),
    );
    expect(seen.at(-1)).toBe('taxi_in');
  });

  it('says what comes next, in how many minutes, before it comes', () => {
    const at = begun + 22 * MINUTE;
    const { expected, next } = computeJourneyWhereabouts(takeOff, minutes, at);
    expect([expected, next?.phase]).toEqual(['climb', 'cruise']);
    expect(next?.minutes).toBeGreaterThanOrEqual(0);
    expect(next?.minutes).toBeLessThan(3);
  });

  it('has the time of each phase that was told, and never goes back by the clock', () => {
    assert(
      property(array(integer({ min: 1, max: 30 }), { maxLength: 13 }), (waits) => {
        let at = begun;
        let journey = board();
        for (const wait of waits) {
          at += wait * MINUTE;
          const next = findPhaseAfter(getLastToldPhase(journey));
          if (next) journey = moveToPhase(journey, next, at);
        }
        for (const { phase, at: told } of journey.marks)
          expect(computeJourneyWhereabouts(journey, minutes, at).rows).toContainEqual(
            expect.objectContaining({ phase, at: told }),
          );
        const indexes = [0, 10, 60, 400].map((later) =>
          getPhaseIndex(computeJourneyWhereabouts(journey, minutes, at + later * MINUTE).expected),
        );
        expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
      }),
    );
  });

  it('stays in the phase before the one that somebody says has not come, and the gate is five minutes later', () => {
    assert(
      property(
        integer({ min: 25, max: 900 }),
        integer({ min: 0, max: 8 }),
        double({ min: 0, max: 1, noNaN: true }),
        (airborne, nth, share) => {
          const usual = estimatePhaseMinutes(airborne);
          const began = moveToPhase(board(airborne), 'take_off', begun);
          const proposed = FLIGHT_PHASES.filter(
            (phase) => isTimedPhase(phase) && !['take_off', 'rough_air'].includes(phase),
          )[nth % 8]!;
          const { rows } = computeJourneyWhereabouts(began, usual, begun);
          const due = rows.find(({ phase }) => phase === proposed)!.at!;
          // Answered within a minute, as long as the phase goes on.
          const at = due + share * Math.min(1, usual[proposed]) * MINUTE * 0.99;
          const before = computeJourneyWhereabouts(began, usual, at);
          if (before.expected !== proposed) return;
          const still = extendCurrentPhase(began, proposed, usual, at);
          const after = computeJourneyWhereabouts(still, usual, at);
          expect(after.expected).toBe(findPhaseBefore(proposed));
          const later = after.minutesToGate! - before.minutesToGate!;
          expect(later).toBeGreaterThanOrEqual(5);
          expect(later).toBeLessThanOrEqual(6);
          expect(computeJourneyWhereabouts(still, usual, at + 5.1 * MINUTE).expected).not.toBe(
            findPhaseBefore(proposed),
          );
        },
      ),
    );
  });

  it('stays where somebody says that it still is', () => {
    const at = begun + 30 * MINUTE;
    const climbing = moveToPhase(takeOff, 'climb', begun + 4 * MINUTE);
    expect(computeJourneyWhereabouts(climbing, minutes, at).expected).toBe('cruise');
    const still = extendCurrentPhase(climbing, 'cruise', minutes, at);
    expect(computeJourneyWhereabouts(still, minutes, at).expected).toBe('climb');
    expect(computeJourneyWhereabouts(still, minutes, at + 6 * MINUTE).expected).toBe('cruise');
  });

  it('goes on by the clock where a position ahead of it is refused', () => {
    const at = begun + 10 * MINUTE;
    const by = (journey: Journey) => computeJourneyWhereabouts(journey, minutes, at);
    const refused = extendCurrentPhase(takeOff, 'descent', minutes, at);
    expect([by(refused).expected, by(refused).minutesToGate]).toEqual([
      'climb',
      by(takeOff).minutesToGate,
    ]);
    const boarding = extendCurrentPhase(board(), 'take_off', minutes, at);
    expect(boarding).toEqual(board());
  });

  it('is confirmed from when it began, so that a late answer does not make the flight longer', () => {
    const at = begun + 50 * MINUTE;
    const before = computeJourneyWhereabouts(takeOff, minutes, at);
    expect([before.expected, before.by]).toEqual(['cruise', 'clock']);
    const confirmed = computeJourneyWhereabouts(
      confirmProposedPhase(takeOff, before, at),
      minutes,
      at,
    );
    expect([confirmed.told, confirmed.minutesToGate]).toEqual(['cruise', before.minutesToGate]);
    const seen = computeJourneyWhereabouts(takeOff, minutes, at, 'descent');
    expect(confirmProposedPhase(takeOff, seen, at).marks.at(-1)).toEqual({ phase: 'descent', at });
  });

  it('is where motion says, as long as nothing says that it is further', () => {
    const rolling = computeJourneyWhereabouts(board(), minutes, begun, null, 'take_off');
    expect([rolling.expected, rolling.by]).toEqual(['take_off', 'motion']);
    const climbing = computeJourneyWhereabouts(board(), minutes, begun, 'climb', 'take_off');
    expect([climbing.expected, climbing.by]).toEqual(['climb', 'position']);
    // What was felt before it was told is over, and the clock goes on.
    const later = computeJourneyWhereabouts(
      takeOff,
      minutes,
      begun + 10 * MINUTE,
      null,
      'take_off',
    );
    expect([later.expected, later.by]).toEqual(['climb', 'clock']);
  });

  it('awaits the take-off before it and the touch-down on the way down, and nothing else', () => {
    const awaited = (minute: number, journey = takeOff) =>
      findNextRunwayPhase(computeJourneyWhereabouts(journey, minutes, begun + minute * MINUTE));
    expect([awaited(0, board()), awaited(0), awaited(40), awaited(112)]).toEqual([
      'take_off',
      null,
      null,
      'landing',
    ]);
    expect(awaited(120, moveToPhase(takeOff, 'landing', begun + 119 * MINUTE))).toBeNull();
  });

  it('is where the position says, even on the ground, and never before what was told', () => {
    const seen = computeJourneyWhereabouts(board(), minutes, begun, 'take_off');
    expect([seen.expected, seen.by]).toEqual(['take_off', 'position']);
    const earlier = computeJourneyWhereabouts(takeOff, minutes, begun, 'taxi_out');
    expect([earlier.expected, earlier.by]).toEqual(['take_off', 'told']);
  });

  it('forgets what was told too early', () => {
    const early = moveToPhase(
      moveToPhase(takeOff, 'cruise', begun + MINUTE),
      'take_off',
      begun + 2 * MINUTE,
    );
    expect(early.marks).toEqual(takeOff.marks);
  });
});

describe('a disruption', () => {
  const minutes = estimatePhaseMinutes(120);
  const onApproach = moveToPhase(board(), 'approach', begun);

  it('after a go-around leads to another approach, and the gate moves away', () => {
    const before = computeJourneyWhereabouts(onApproach, minutes, begun).minutesToGate ?? 0;
    const around = recordDisruption(onApproach, 'go_around', minutes, begun + MINUTE);
    const after = computeJourneyWhereabouts(around, minutes, begun + MINUTE);
    expect([after.expected, after.next?.phase]).toEqual(['descent', 'approach']);
    expect(after.minutesToGate).toBeGreaterThan(before + 8);
    const landed = moveToPhase(endDisruption(around), 'landing', begun + 20 * MINUTE);
    expect(landed.detours.map(({ detour }) => detour)).toEqual(['go_around']);
  });

  it('in a holding pattern makes what follows later', () => {
    const descending = moveToPhase(board(), 'descent', begun);
    const before = computeJourneyWhereabouts(descending, minutes, begun).next?.minutes ?? 0;
    const held = recordDisruption(descending, 'holding', minutes, begun);
    expect(computeJourneyWhereabouts(held, minutes, begun).next?.minutes).toBeGreaterThan(
      before + 10,
    );
  });

  it.each([
    [30, 'cruise', 'descent'],
    [95, 'descent', 'approach'],
    [116, 'approach', 'landing'],
  ] as const)(
    'in a holding pattern at minute %i goes on with the phase that the clock alone had: %s',
    (minute, phase, next) => {
      const flying = moveToPhase(board(), 'take_off', begun);
      const at = begun + minute * MINUTE;
      const before = computeJourneyWhereabouts(flying, minutes, at);
      expect([before.expected, before.by]).toEqual([phase, 'clock']);
      const held = recordDisruption(flying, 'holding', minutes, at, phase);
      const after = computeJourneyWhereabouts(held, minutes, at);
      expect([after.expected, after.next?.phase]).toEqual([phase, next]);
      expect(after.next?.minutes).toBe((before.next?.minutes ?? 0) + 12);
      expect(after.minutesToGate).toBe((before.minutesToGate ?? 0) + 12);
    },
  );

  it('in a holding pattern is no further than the position says', () => {
    const climbing = moveToPhase(board(), 'climb', begun);
    const at = begun + 100 * MINUTE;
    expect(computeJourneyWhereabouts(climbing, minutes, at).expected).toBe('descent');
    const held = recordDisruption(climbing, 'holding', minutes, at, 'cruise');
    expect(getLastToldPhase(held)).toBe('cruise');
  });

  it('to another airport still ends at a gate', () => {
    const cruising = moveToPhase(board(), 'cruise', begun);
    const diverted = recordDisruption(cruising, 'diversion', minutes, begun);
    expect(computeJourneyWhereabouts(diverted, minutes, begun + 120 * MINUTE).expected).toBe(
      'taxi_in',
    );
  });

  it('can be told where it can happen', () => {
    expect(listDisruptions('taxi_out')).toEqual(['delay', 'deicing']);
    expect(listDisruptions('lift_off')).toEqual([]);
    expect(listDisruptions('approach')).toContain('go_around');
  });
});

describe('practice on the ground', () => {
  it('has a clock of its own that goes faster from its beginning on', () => {
    const practice = { practiceSpeed: 60, begunAt: begun };
    expect(toJourneyMs(practice, begun + MINUTE)).toBe(begun + 60 * MINUTE);
    expect(toJourneyMs({ ...practice, practiceSpeed: null }, begun + MINUTE)).toBe(begun + MINUTE);
  });
});

describe('the fear on the way', () => {
  it('is kept with its phase, and a correction replaces it', () => {
    const phase = 'boarding';
    const once = recordFear(board(), { phase, fear: 4 }, begun);
    const first = recordFear(once, { phase, fear: 6 }, begun + 1000);
    expect(first.fears).toEqual([{ phase: 'boarding', at: begun + 1000, fear: 6 }]);
    const later = recordFear(first, { phase: 'rough_air', fear: 8 }, begun + MINUTE);
    expect(later.fears.map(({ phase: name, fear }) => [name, fear])).toEqual([
      ['boarding', 6],
      ['rough_air', 8],
    ]);
  });
});

it('keeps the strongest and the weakest of each minute, within what a phone on a leg can read', () => {
  let journey = board();
  const feel = (second: number, lowest: number, highest: number) =>
    (journey = recordRoughness(journey, { lowest, highest }, begun + second * 1000));
  const at = (minute: number) => new Date(begun + minute * MINUTE).toISOString();
  feel(1, 0.9, 1.104);
  feel(20, 0.95, 1.3);
  feel(61, -7, 9);
  expect(journey.rough).toEqual([
    { at: at(0), lowest: 0.9, highest: 1.3 },
    { at: at(1), lowest: -2, highest: 4 },
  ]);
  for (let minute = 2; minute < 700; minute++) feel(minute * 60, 1, 1);
  expect(journey.rough).toHaveLength(600);
  expect(journey.rough.at(-1)?.at).toBe(at(699));
});
