import { describe, expect, it } from 'vitest';
import { GUST_STANDARD_DEVIATIONS, type TurbulenceLevel } from '#shared/rules/rehearsal-air.ts';
import { REHEARSAL_DOSES, type RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { createRehearsalFlightSimulation } from './flight.ts';

const LEVELS = GUST_STANDARD_DEVIATIONS.map((_, level) => level as TurbulenceLevel);

/** Flies a dose to its end, shown so many times a second; returns every moment that was shown. */
function fly(dose: RehearsalDose, perSecond: number) {
  const flight = createRehearsalFlightSimulation(dose, 'rehearsal');
  return Array.from({ length: flight.length * perSecond }, (_, i) =>
    flight.advance((i + 1) / perSecond),
  );
}

describe('a rehearsed flight', () => {
  it('is the same flight however often a device shows it', () => {
    const dose = REHEARSAL_DOSES.city;
    const often = fly(dose, 30);
    const seldom = fly(dose, 2);
    expect(seldom.length).toBe(720);
    for (const [i, moment] of seldom.entries()) expect(often[(i + 1) * 15 - 1]).toEqual(moment);
  });

  it('shakes by as much as was chosen, not at all where nothing was, and never on the ground', () => {
    const shaken = LEVELS.map((roughness) => {
      const moments = fly({ ...REHEARSAL_DOSES.rough, roughness }, 10);
      return Math.sqrt(moments.reduce((sum, { load }) => sum + load ** 2, 0) / moments.length);
    });
    expect(shaken[0]).toBe(0);
    for (const level of LEVELS.slice(1))
      expect(shaken[level]).toBeGreaterThan(shaken[level - 1]! * 1.4);
    const ground = fly({ ...REHEARSAL_DOSES.gate, to: 'taxi', roughness: 4 }, 10);
    expect(Math.max(...ground.map(({ load }) => Math.abs(load)))).toBe(0);
  });

  it('shows load, gusts and the lean of the wings by the same air', () => {
    const moments = fly({ ...REHEARSAL_DOSES.rough, roughness: 4 }, 10);
    for (const { load, shake } of moments) expect(shake).toBeCloseTo(load * 1.5, 5);
    const hardest = moments.toSorted((a, b) => Math.abs(b.load) - Math.abs(a.load))[0]!;
    expect(hardest.gusts).toBeGreaterThan(GUST_STANDARD_DEVIATIONS[4] * 0.4);
  });

  it('is looked at ahead, in still air, without being flown there', () => {
    const dose = { ...REHEARSAL_DOSES.rough, minutes: 20 };
    const flight = createRehearsalFlightSimulation(dose, 'rehearsal');
    const calm = createRehearsalFlightSimulation({ ...dose, roughness: 0 }, 'rehearsal').advance(
      1_000,
    );
    expect(flight.lookAt(1_000)).toEqual(calm);
    expect(flight.advance(1)).toEqual(
      createRehearsalFlightSimulation(dose, 'rehearsal').advance(1),
    );
  });
});
