import { expect, it } from 'vitest';
import { findSilences } from './silences.ts';

const RATE = 1000;
const sound = (...stretches: [ms: number, level: number][]) =>
  Float32Array.from(
    stretches.flatMap(([ms, level]) =>
      Array.from({ length: ms }, (_, at) => level * (at % 2 === 0 ? 1 : -1)),
    ),
  );

it('finds the silences of a quarter of a second and more between what is said, however quiet the recording', () => {
  for (const loudness of [1, 0.01])
    expect(
      findSilences(
        sound([300, 0], [1000, loudness], [200, 0], [1000, loudness], [400, loudness / 100]),
        RATE,
      ),
    ).toEqual([
      [0, 300],
      [2500, 2900],
    ]);
});

it('finds one silence where there is nothing else, and none in nothing', () => {
  expect(findSilences(sound([1000, 0]), RATE)).toEqual([[0, 1000]]);
  expect(findSilences(sound(), RATE)).toEqual([]);
});
