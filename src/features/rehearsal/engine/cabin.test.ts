import { expect, it } from 'vitest';
import { CRUISE_HEIGHT_M } from '#shared/rules/rehearsal-flight.ts';
import { CABIN_BEDS } from '#web/features/soundscape/engine/cabin-bed.ts';
import { getCabinBedSettings } from './cabin.ts';

it('a rehearsed flight has the noise of each phase at its thrust and height', () => {
  const near = (height: number, thrust: number) => {
    const { shelves, decibels } = getCabinBedSettings({ height, thrust });
    return [...shelves.flat(), decibels].map((value) => Math.round(value * 10) / 10);
  };
  const bed = (phase: keyof typeof CABIN_BEDS) => [
    ...CABIN_BEDS[phase].shelves.flat(),
    CABIN_BEDS[phase].decibels,
  ];
  expect(near(0, 0)).toEqual(bed('taxi'));
  expect(near(0, 1)).toEqual(bed('take_off'));
  expect(near(400, 1)).toEqual(bed('take_off'));
  expect(near(3_000, 0.72)).toEqual(bed('climb'));
  expect(near(CRUISE_HEIGHT_M, 0.72)).toEqual(bed('cruise'));
  expect(near(7_000, 0.1)).toEqual(bed('descent'));
});
