import { expect, it } from 'vitest';
import type { FearArea } from './fear-areas.ts';
import { sortProgramsByFocus } from './program-order.ts';

const program = (id: string, ...areas: FearArea[]) => ({ id, areas });
const PROGRAMS = [
  program('steps', 'pre_flight_worry', 'takeoff_landing_fear'),
  program('beside'),
  program('body', 'inflight_sensation_fear', 'turbulence_weather_worry'),
  program('space', 'fear_enclosed_spaces', 'fear_no_escape'),
  program('air', 'turbulence_weather_worry'),
];
const sort = (primary: FearArea, secondary: FearArea) =>
  sortProgramsByFocus(PROGRAMS, { primary, secondary }).map(({ id }) => id);

it('programs for what is feared most come first, and the others keep their order', () => {
  expect(sort('turbulence_weather_worry', 'fear_no_escape')).toEqual([
    'air',
    'body',
    'space',
    'steps',
    'beside',
  ]);
  expect(sort('fear_heights', 'germs_cleanliness_anxiety')).toEqual(PROGRAMS.map(({ id }) => id));
});
