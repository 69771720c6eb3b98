import { expect, it } from 'vitest';
import { REHEARSAL_DOSES } from '#shared/rules/rehearsal-dose.ts';
import { createRehearsalFlightSimulation } from './flight.ts';
import {
  buildWingTriangles,
  computeWingBendMetres,
  computeWingLamp,
  WING_VERTEX_LAYOUT,
} from './wing.ts';

it('the wing hangs at the gate, rises as it takes the weight, and swings with the air', () => {
  const flight = createRehearsalFlightSimulation(
    { ...REHEARSAL_DOSES.whole, roughness: 4 },
    'rehearsal',
  );
  const moments = Array.from({ length: flight.length * 5 }, (_, i) => flight.advance(i / 5));
  const getBends = (name: string) =>
    moments.filter(({ phase }) => phase === name).map(computeWingBendMetres);
  expect(new Set(getBends('boarding'))).toEqual(new Set([-0.35]));
  const [first, last] = [getBends('take_off')[0]!, getBends('take_off').at(-1)!];
  expect(last).toBeGreaterThan(first + 0.8);
  const rough = getBends('cruise');
  expect(Math.max(...rough) - Math.min(...rough)).toBeGreaterThan(0.3);
  // No farther than a wing of this size does in a day's flying.
  for (const bend of rough) expect(Math.abs(bend - 0.9)).toBeLessThan(1.6);
});

it('the lamp at its tip goes up and down with it', () => {
  const flight = createRehearsalFlightSimulation(REHEARSAL_DOSES.whole, 'rehearsal');
  const [ground, air] = [flight.lookAt(0), flight.lookAt(flight.length / 2)];
  expect(computeWingLamp(air)[1]).toBeGreaterThan(computeWingLamp(ground)[1] + 1);
});

it('the lamp sits at the wing itself, not over it', () => {
  const flight = createRehearsalFlightSimulation(REHEARSAL_DOSES.whole, 'rehearsal');
  const length = WING_VERTEX_LAYOUT.reduce((sum, count) => sum + count, 0);
  const wing = buildWingTriangles();
  for (const moment of [flight.lookAt(0), flight.lookAt(flight.length / 2)]) {
    const lamp = computeWingLamp(moment);
    let nearest = Infinity;
    for (let i = 0; i < wing.length; i += length) {
      const [x, y, z] = [wing[i]!, wing[i + 1]!, wing[i + 2]!];
      const bent =
        y + computeWingBendMetres(moment) * Math.min(1.2, Math.max(0, (z - 2) / 15)) ** 2;
      nearest = Math.min(nearest, Math.hypot(x - lamp[0], bent - lamp[1], z - lamp[2]));
    }
    expect(nearest).toBeLessThan(0.2);
  }
});
