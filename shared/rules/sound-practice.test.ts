import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeSoundDueTime,
  listDueSounds,
  PRACTISED_SOUNDS,
  type SoundGuess,
} from './sound-practice.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-01T10:00:00Z');
const hear = (day: number, knew = true): SoundGuess => ({
  sound: 'gear_down',
  at: new Date(START + day * DAY_MS),
  sure: 50,
  knew,
});
const daysUntilDue = (practices: SoundGuess[]) =>
  (computeSoundDueTime(practices, 'gear_down').getTime() - START) / DAY_MS;

describe('a sound that is practised', () => {
  it('is due at once, then after growing intervals as long as it is known', () => {
    const heard: SoundGuess[] = [];
    expect(listDueSounds(heard, new Date(START))).toEqual(PRACTISED_SOUNDS);
    const gaps: number[] = [];
    for (let day = 0; gaps.length < 6; day = daysUntilDue(heard)) {
      heard.push(hear(day));
      gaps.push(daysUntilDue(heard) - day);
    }
    expect(gaps).toEqual([1, 3, 7, 16, 35, 35]);
  });

  it('begins anew where it was not known, and gains nothing by being heard twice a day', () => {
    expect(daysUntilDue([hear(0), hear(1), hear(4, false)])).toBe(5);
    expect(daysUntilDue([hear(0), hear(1), hear(4, false), hear(5)])).toBe(6);
    expect(daysUntilDue([hear(0), hear(0.2), hear(0.4)])).toBe(1);
  });

  it('is due at the same time in whatever order its practices arrive', () => {
    const practice = record({
      sound: constantFrom(...PRACTISED_SOUNDS),
      at: integer({ min: 0, max: 90 }).map((day) => new Date(START + day * DAY_MS)),
      sure: integer({ min: 0, max: 100 }),
      knew: boolean(),
    });
    assert(
      property(array(practice, { maxLength: 30 }), (practices) => {
        // Of two at the same instant it is unknown which was first.
        const apart = practices.map((one, index) => ({
          ...one,
          at: new Date(one.at.getTime() + index),
        }));
        const now = new Date(START + 200 * DAY_MS);
        expect(listDueSounds(apart.toReversed(), now)).toEqual(listDueSounds(apart, now));
        for (const sound of PRACTISED_SOUNDS)
          expect(computeSoundDueTime(apart, sound).getTime()).toBeLessThanOrEqual(
            START + 130 * DAY_MS,
          );
      }),
    );
  });
});
