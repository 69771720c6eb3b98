import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FlightPhase, FLIGHT_PHASES } from '#shared/rules/flight-phases.ts';
import { computeGreatCircleKm } from '#web/features/route-map/engine/great-circle.ts';
import {
  endDisruption,
  toJourneyTime,
  getLastRecordedPhase,
  type Journey,
  locateJourney,
  createJourney,
  recordDisruption,
  recordFear,
  recordPhase,
  extendCurrentPhase,
} from './journey.ts';
import {
  estimateAirborneMinutes,
  getNextPhase,
  getPhaseIndex,
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
  const takeOff = recordPhase(board(), 'take_off', begun);

  it('is known on the ground only by what was told', () => {
    const later = begun + 300 * MINUTE;
    const { expected, next, minutesToGate } = locateJourney(board(), minutes, later);
    expect([expected, next, minutesToGate]).toEqual([
      'boarding',
      { phase: 'doors', minutes: null },
      null,
    ]);
  });

  it('goes on by the clock from the take-off roll on', () => {
    const seen = Array.from({ length: 140 }, (_, minute) => {
      return locateJourney(takeOff, minutes, begun + minute * MINUTE).expected;
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
    const { expected, next } = locateJourney(takeOff, minutes, at);
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
          const next = getNextPhase(getLastRecordedPhase(journey));
          if (next) journey = recordPhase(journey, next, at);
        }
        for (const { phase, at: told } of journey.marks)
          expect(locateJourney(journey, minutes, at).rows).toContainEqual(
            expect.objectContaining({ phase, at: told }),
          );
        const indexes = [0, 10, 60, 400].map((later) =>
          getPhaseIndex(locateJourney(journey, minutes, at + later * MINUTE).expected),
        );
        expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
      }),
    );
  });

  it('stays where somebody says that it still is', () => {
    const at = begun + 30 * MINUTE;
    const climbing = recordPhase(takeOff, 'climb', begun + 4 * MINUTE);
    expect(locateJourney(climbing, minutes, at).expected).toBe('cruise');
    const still = extendCurrentPhase(climbing, minutes, at);
    expect(locateJourney(still, minutes, at).expected).toBe('climb');
    expect(locateJourney(still, minutes, at + 6 * MINUTE).expected).toBe('cruise');
  });

  it('is where the position says, even on the ground, and never before what was told', () => {
    const seen = locateJourney(board(), minutes, begun, 'take_off');
    expect([seen.expected, seen.by]).toEqual(['take_off', 'position']);
    const earlier = locateJourney(takeOff, minutes, begun, 'taxi_out');
    expect([earlier.expected, earlier.by]).toEqual(['take_off', 'told']);
  });

  it('forgets what was told too early', () => {
    const early = recordPhase(
      recordPhase(takeOff, 'cruise', begun + MINUTE),
      'take_off',
      begun + 2 * MINUTE,
    );
    expect(early.marks).toEqual(takeOff.marks);
  });
});

describe('a detour', () => {
  const minutes = estimatePhaseMinutes(120);
  const onApproach = recordPhase(board(), 'approach', begun);

  it('after a go-around leads to another approach, and the gate moves away', () => {
    const before = locateJourney(onApproach, minutes, begun).minutesToGate ?? 0;
    const around = recordDisruption(onApproach, 'go_around', minutes, begun + MINUTE);
    const after = locateJourney(around, minutes, begun + MINUTE);
    expect([after.expected, after.next?.phase]).toEqual(['descent', 'approach']);
    expect(after.minutesToGate).toBeGreaterThan(before + 8);
    const landed = recordPhase(endDisruption(around), 'landing', begun + 20 * MINUTE);
    expect(landed.detours.map(({ detour }) => detour)).toEqual(['go_around']);
  });

  it('in a holding pattern makes what follows later', () => {
    const descending = recordPhase(board(), 'descent', begun);
    const before = locateJourney(descending, minutes, begun).next?.minutes ?? 0;
    const held = recordDisruption(descending, 'holding', minutes, begun);
    expect(locateJourney(held, minutes, begun).next?.minutes).toBeGreaterThan(before + 10);
  });

  it('to another airport still ends at a gate', () => {
    const cruising = recordPhase(board(), 'cruise', begun);
    const diverted = recordDisruption(cruising, 'diversion', minutes, begun);
    expect(locateJourney(diverted, minutes, begun + 120 * MINUTE).expected).toBe('taxi_in');
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
    expect(toJourneyTime(practice, begun + MINUTE)).toBe(begun + 60 * MINUTE);
    expect(toJourneyTime({ ...practice, practiceSpeed: null }, begun + MINUTE)).toBe(
      begun + MINUTE,
    );
  });
});

describe('the fear on the way', () => {
  it('is kept with its phase, and a correction replaces it', () => {
    const first = recordFear(recordFear(board(), 4, begun), 6, begun + 1000);
    expect(first.fears).toEqual([{ phase: 'boarding', at: begun + 1000, fear: 6 }]);
    const later = recordFear(recordPhase(first, 'doors', begun + MINUTE), 8, begun + MINUTE);
    expect(later.fears.map(({ fear }) => fear)).toEqual([6, 8]);
  });
});
