import { expect, it } from 'vitest';
import type { createSoundBuilder } from '#web/features/soundscape/engine/flight-sound-parts.ts';
import { CABIN_SENSATIONS } from './cabin-sounds.ts';

type Stage = ReturnType<typeof createSoundBuilder>;

/** Notes at which pitch a sound is struck, and when. */
function listStrikes(key: string): [hertz: number, at: number][] {
  const { sound } = CABIN_SENSATIONS.find((one) => one.key === key)!;
  if (typeof sound !== 'function') return [];
  const strikes: [number, number][] = [];
  const pitches = new Map<unknown, number>();
  const addTone = ([, hertz]: [OscillatorType, number]) => {
    const gain = {};
    pitches.set(gain, hertz);
    return { source: {}, part: { gain } };
  };
  const strike = (gain: unknown, at: number) => strikes.push([pitches.get(gain)!, at]);
  sound({ addTone, strike, addBed: () => ({}) } as unknown as Stage);
  return strikes;
}

it.each(['chime_single', 'belt_sign'])('%s is one low tone, and a long rest after it', (key) => {
  const strikes = listStrikes(key);
  expect(strikes.length).toBeGreaterThan(2);
  expect([...new Set(strikes.map(([hertz]) => hertz))]).toEqual([494]);
  const rests = strikes.slice(1).map(([, at], i) => at - strikes[i]![1]);
  expect(Math.min(...rests)).toBeGreaterThan(8);
});
