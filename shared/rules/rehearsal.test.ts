import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createGustModel,
  GUST_STANDARD_DEVIATIONS,
  MAX_LOAD_FACTOR_CHANGE,
  GUST_MODEL_STEP_S,
  computeLoadFactorChange,
} from './rehearsal-air.ts';
import {
  REHEARSAL_DOSE_NAMES,
  REHEARSAL_DOSES,
  estimateDoseDifficulty,
  MAX_REHEARSAL_MINUTES,
  MIN_REHEARSAL_MINUTES,
} from './rehearsal-dose.ts';
import { type AircraftState, getAircraftState } from './rehearsal-flight.ts';
import {
  REHEARSAL_DISRUPTIONS,
  getRehearsalPhaseAt,
  REHEARSAL_PHASES,
  scheduleRehearsalPhases,
} from './rehearsal-phases.ts';

const span = fc.record({
  from: fc.constantFrom(...REHEARSAL_PHASES),
  to: fc.constantFrom(...REHEARSAL_PHASES),
  minutes: fc.integer({ min: MIN_REHEARSAL_MINUTES, max: MAX_REHEARSAL_MINUTES }),
  detour: fc.constantFrom(null, ...REHEARSAL_DISRUPTIONS),
});

describe('the phases of a rehearsal', () => {
  it('follow each other without gaps from its beginning to its end', () => {
    fc.assert(
      fc.property(span, (dose) => {
        const phases = scheduleRehearsalPhases(dose);
        expect(phases[0]?.from).toBe(0);
        expect(phases.at(-1)?.to).toBeCloseTo(dose.minutes * 60);
        for (const [index, { from, to }] of phases.entries()) {
          expect(to).toBeGreaterThan(from);
          if (index > 0) expect(from).toBe(phases[index - 1]?.to);
        }
      }),
    );
  });

  it('are found by their time', () => {
    fc.assert(
      fc.property(span, fc.double({ min: 0, max: 0.999, noNaN: true }), (dose, part) => {
        const phases = scheduleRehearsalPhases(dose);
        const { index, share } = getRehearsalPhaseAt(phases, part * dose.minutes * 60);
        expect(phases[index]!.from).toBeLessThanOrEqual(part * dose.minutes * 60);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a disruption that was chosen', () => {
  const fly = (detour: (typeof REHEARSAL_DISRUPTIONS)[number]) => {
    const phases = scheduleRehearsalPhases({ ...REHEARSAL_DOSES.whole, detour });
    const { from, to } = phases.find(({ phase }) => phase === detour)!;
    const states = Array.from({ length: 99 }, (_, i) =>
      getAircraftState(phases, from + ((to - from) * (i + 0.5)) / 99),
    );
    return { order: phases.map(({ phase }) => phase), states };
  };

  it('comes once in its place, and not at all without its phase', () => {
    const [before, after] = [REHEARSAL_PHASES.slice(0, 2), REHEARSAL_PHASES.slice(2)];
    expect(fly('de_icing').order).toEqual([...before, 'de_icing', ...after]);
    expect(fly('holding').order.slice(6)).toEqual(['descent', 'holding', 'approach', 'landing']);
    expect(fly('go_around').order.slice(7)).toEqual([
      ...['approach', 'go_around', 'approach', 'landing'],
    ]);
    for (const detour of REHEARSAL_DISRUPTIONS)
      expect(scheduleRehearsalPhases({ ...REHEARSAL_DOSES.level, detour })).toEqual([
        { phase: 'cruise', from: 0, to: REHEARSAL_DOSES.level.minutes * 60 },
      ]);
  });

  it('is flown as it is: standing for the fluid, turning level in a hold, climbing away without touching the ground', () => {
    expect(fly('de_icing').states.every(({ speed, height }) => speed === 0 && height === 0)).toBe(
      true,
    );
    const held = fly('holding').states;
    expect(new Set(held.map(({ height }) => height)).size).toBe(1);
    expect(held.filter(({ bank }) => bank > 20).length).toBeGreaterThan(40);
    const away = fly('go_around').states;
    expect(Math.min(...away.map(({ height }) => height))).toBeGreaterThan(60);
    expect(away.at(-1)!.height - away[0]!.height).toBeGreaterThan(1_000);
    expect(Math.max(...away.map(({ thrust }) => thrust))).toBe(1);
    expect(away.at(-1)!.gear).toBe(0);
  });
});

describe('the flight', () => {
  const LIMITS: Record<keyof AircraftState, [number, number]> = {
    height: [0, 10_600],
    speed: [-2, 240],
    pitch: [-3, 16],
    bank: [-25, 25],
    thrust: [0, 1],
    flaps: [0, 1],
    gear: [0, 1],
    spoilers: [0, 1],
    aside: [0, 330],
    heading: [-65, 65],
    pace: [-25, 240],
  };

  it('stays within what such an aircraft does every day, and is on the ground only with its wheels out', () => {
    fc.assert(
      fc.property(span, fc.double({ min: 0, max: 1, noNaN: true }), (dose, part) => {
        const state = getAircraftState(scheduleRehearsalPhases(dose), part * dose.minutes * 60);
        for (const [name, [low, high]] of Object.entries(LIMITS)) {
          expect(state[name as keyof AircraftState]).toBeGreaterThanOrEqual(low);
          expect(state[name as keyof AircraftState]).toBeLessThanOrEqual(high);
        }
        if (state.height === 0) expect(state.gear).toBe(1);
      }),
      { numRuns: 500 },
    );
  });

  it('never jumps, not even from one phase to the next', () => {
    fc.assert(
      fc.property(span, (dose) => {
        const phases = scheduleRehearsalPhases(dose);
        for (const { to } of phases.slice(0, -1)) {
          const [before, after] = [
            getAircraftState(phases, to - 1e-6),
            getAircraftState(phases, to),
          ];
          for (const [name, [low, high]] of Object.entries(LIMITS)) {
            const key = name as keyof AircraftState;
            expect(Math.abs(after[key] - before[key]), `${name} at ${to}`).toBeLessThan(
              (high - low) / 1000,
            );
          }
        }
      }),
    );
  });
});

describe('rough air', () => {
  it('has the strength that was chosen, and is the same from the same seed', () => {
    const fly = (seed: string) => {
      const gusts = createGustModel(seed);
      return Array.from({ length: 60 * 60 * 60 }, () => gusts.step(2, 230));
    };
    const air = fly('one');
    const mean = air.reduce((sum, gust) => sum + gust, 0) / air.length;
    const deviation = Math.sqrt(
      air.reduce((sum, gust) => sum + (gust - mean) ** 2, 0) / air.length,
    );
    expect(deviation).toBeGreaterThan(1.8);
    expect(deviation).toBeLessThan(2.2);
    expect(fly('one').slice(0, 100)).toEqual(air.slice(0, 100));
    expect(fly('two').slice(0, 100)).not.toEqual(air.slice(0, 100));
  });

  it('is as alike from place to place as Dryden’s spectrum has it', () => {
    const gusts = createGustModel('alike');
    const [speed, scale] = [230, 533];
    const air = Array.from({ length: 4 * 60 * 60 * 60 }, () => gusts.step(1, speed));
    const correlate = (metres: number) => {
      const apart = Math.round(metres / speed / GUST_MODEL_STEP_S);
      let sum = 0;
      for (let i = apart; i < air.length; i++) sum += air[i]! * air[i - apart]!;
      return sum / (air.length - apart);
    };
    // Φ(Ω) of vertical gusts belongs to the correlation σ² (1 − r/2L) e^(−r/L).
    for (const lengths of [0.25, 0.5, 1, 2, 3])
      expect(correlate(lengths * scale), `${lengths} lengths apart`).toBeCloseTo(
        (1 - lengths / 2) * Math.exp(-lengths),
        1,
      );
  });

  it('never asks more of the structure than a turn that every aircraft is built for', () => {
    const gusts = createGustModel('hard');
    for (let step = 0; step < 600 / GUST_MODEL_STEP_S; step++) {
      const load = computeLoadFactorChange(gusts.step(GUST_STANDARD_DEVIATIONS[4], 230));
      expect(Math.abs(load)).toBeLessThanOrEqual(MAX_LOAD_FACTOR_CHANGE);
    }
  });
});

it('offers doses that rise', () => {
  const difficulties = REHEARSAL_DOSE_NAMES.map((name) =>
    estimateDoseDifficulty(REHEARSAL_DOSES[name]),
  );
  expect(difficulties).toEqual(difficulties.toSorted((a, b) => a - b));
});
