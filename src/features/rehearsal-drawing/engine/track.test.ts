import { describe, expect, it } from 'vitest';
import { REHEARSAL_DOSES, type RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { createRehearsalFlightSimulation, type FlightMoment } from './flight.ts';

const USUAL: RehearsalDose = { ...REHEARSAL_DOSES.whole, roughness: 0 };
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Flies a dose; returns each moment of some phases and the one a tenth of a second later. */
function fly(dose: Partial<RehearsalDose>, ...phases: string[]): [FlightMoment, FlightMoment][] {
  const flight = createRehearsalFlightSimulation({ ...USUAL, ...dose }, 'rehearsal');
  const moments = Array.from({ length: flight.length * 10 }, (_, i) => flight.advance(i / 10));
  return moments.flatMap((moment, i) => {
    const next = moments[i + 1];
    return next?.phase === moment.phase && phases.includes(moment.phase) ? [[moment, next]] : [];
  });
}

describe('on the ground', () => {
  it.each([
    ['boarding', 'landing', 3],
    ['boarding', 'landing', 12],
    ['taxi', 'take_off', 3],
    ['taxi', 'taxi', 20],
  ] as const)(
    'the aircraft goes where its nose points, from %s to %s in %i minutes',
    (from, to, minutes) => {
      const pairs = fly({ from, to, minutes }, 'push_back', 'taxi');
      const slides = pairs.map(([now, next]) => {
        const nose = toRadians((now.heading + next.heading) / 2);
        const [ahead, aside] = [next.travel - now.travel, next.aside - now.aside];
        return Math.abs(aside * Math.cos(nose) - ahead * Math.sin(nose));
      });
      // In a tenth of a second, in metres.
      expect(Math.max(...slides)).toBeLessThan(0.12);
      expect(Math.max(...pairs.map(([now]) => Math.abs(now.heading)))).toBeGreaterThan(3);
    },
  );

  it('it comes from its stand by the taxiway to the middle of the runway, and points along it', () => {
    const pairs = fly({}, 'push_back', 'taxi');
    expect(pairs[0]![0].aside).toBe(330);
    expect(pairs.some(([now]) => Math.abs(now.aside - 140) < 2 && Math.abs(now.heading) < 1)).toBe(
      true,
    );
    const [, lined] = pairs.at(-1)!;
    expect(lined.aside).toBeLessThan(1);
    expect(Math.abs(lined.heading)).toBeLessThan(1);
  });
});

describe('in the air', () => {
  it('a hold turns the aircraft as fast as its bank does, and never leads it sideways over the land', () => {
    const pairs = fly({ detour: 'holding' }, 'holding');
    expect(pairs.at(-1)![0].heading - pairs[0]![0].heading).toBeGreaterThan(60);
    for (const [now, next] of pairs) {
      const turned = toRadians(next.heading - now.heading) * 10;
      const due = (9.81 * Math.tan(toRadians((now.bank + next.bank) / 2))) / now.speed;
      expect(turned).toBeCloseTo(due, 2);
      const nose = toRadians((now.heading + next.heading) / 2);
      const [ahead, right] = [next.land[0] - now.land[0], next.land[1] - now.land[1]];
      expect(right * Math.cos(nose) - ahead * Math.sin(nose)).toBeCloseTo(0, 1);
    }
  });

  it.each([null, 'go_around', 'holding'] as const)(
    'the runway lies straight ahead where an approach ends and while it lands, with %s',
    (detour) => {
      const landing = fly({ detour }, 'landing');
      for (const [now] of landing) expect(now.heading - now.runway).toBeCloseTo(0, 1);
    },
  );

  it('a descent ends over the same land however long it is', () => {
    for (const minutes of [3, 11, 20]) {
      const [, end] = fly({ minutes }, 'descent').at(-1)!;
      expect(Math.hypot(...end.land)).toBeLessThan(30);
    }
  });

  it('the land is laid anew in the clouds alone', () => {
    const jumps = fly({}, 'climb', 'cruise', 'descent').filter(
      ([now, next]) => Math.hypot(next.land[0] - now.land[0], next.land[1] - now.land[1]) > 50,
    );
    expect(jumps).toHaveLength(1);
    expect(jumps[0]![0].height).toBeGreaterThan(3_000);
    expect(jumps[0]![0].height).toBeLessThan(8_000);
  });
});
