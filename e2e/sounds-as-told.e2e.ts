import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { getSharedBrowser, openDevice } from './fixtures/browser.ts';
import { renderToldSounds, type ToldSounds } from './fixtures/told-sounds.ts';

const EFFECTS = path.join(import.meta.dirname, '../src/features/soundscape/engine/effects.ts');

/** Plays sounds at once after one another, as a session does; resolves to what is heard of them, in dB. */
async function hear(told: ToldSounds) {
  const bundled = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: EFFECTS, formats: ['iife'], name: 'effects' } },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = bundled.flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error('nothing was bundled');
  const { page } = await openDevice(await getSharedBrowser(), 'http://127.0.0.1');
  await page.addScriptTag({ content: chunk.code });
  const levels = await page.evaluate(renderToldSounds, told);
  const mean = (part: readonly number[]) =>
    part.reduce((sum, level) => sum + level, 0) / part.length;
  const take = (from: number, to: number) => levels.slice(from * 4, to * 4);
  // Noise goes up and down by itself: what lasts is told from the mean of each second.
  const takeSeconds = (from: number, to: number) =>
    take(from, to - 0.75).map((_, i) => mean(levels.slice(from * 4 + i, from * 4 + i + 4)));
  return {
    mean: (from: number, to: number) => mean(take(from, to)),
    softest: (from: number, to: number) => Math.min(...takeSeconds(from, to)),
    loudest: (from: number, to: number) => Math.max(...takeSeconds(from, to)),
    peak: (from: number, to: number) => Math.max(...take(from, to)),
  };
}

it('a take-off goes up from where the engines were held, without a gap or a second idle', async () => {
  const run = await hear([
    ['spool-up', 12],
    ['takeoff', 16],
  ]);
  const held = run.mean(9, 11.5);
  expect(held - run.mean(1, 2), 'the engines spool up').toBeGreaterThan(3);
  expect(run.softest(10, 16), 'from held to the run').toBeGreaterThan(held - 1.5);
  expect(run.mean(12.5, 13.5) - held, 'where the run begins').toBeLessThan(1.5);
  expect(run.mean(22, 26) - held, 'the run').toBeGreaterThan(2.5);
});

it('the engines fall from what was heard before, and never rise first', async () => {
  const climb = await hear([
    ['takeoff', 16],
    ['climb', 12],
    ['thrust-reduction', 16],
  ]);
  const full = climb.mean(18, 26);
  expect(climb.softest(10, 29), 'full thrust until it falls').toBeGreaterThan(full - 1.5);
  expect(climb.loudest(28, 43), 'no louder than before').toBeLessThan(full + 1.5);
  expect(full - climb.mean(36, 42), 'the fall').toBeGreaterThan(3);
  const cruise = await hear([
    ['hum', 12],
    ['throttle-back', 16],
  ]);
  const hum = cruise.mean(3, 11);
  expect(cruise.softest(11, 13), 'no gap before it changes').toBeGreaterThan(hum - 1.5);
  expect(cruise.loudest(12, 27), 'no louder than the cruise').toBeLessThan(hum + 1.5);
  expect(hum - cruise.mean(20, 26), 'the fall').toBeGreaterThan(4);
});

it('the wheels meet the runway once, as soon as they are told of, and the brakes roar', async () => {
  const landing = await hear([['landing', 30]]);
  const approach = landing.mean(2, 6.5);
  expect(landing.loudest(2, 6.75) - approach, 'before the touch').toBeLessThan(2);
  const touch = landing.peak(7, 7.75);
  expect(touch - approach, 'the touch').toBeGreaterThan(4);
  const down = await hear([['touch-down', 30]]);
  expect(down.peak(0.75, 1.75), 'the bang, within two seconds').toBe(down.peak(0, 29));
  expect(down.mean(4, 8) - down.mean(22, 28), 'the roar').toBeGreaterThan(3);
});

it('the gear goes up into full thrust and leaves no wind, and comes down into wind that stays', async () => {
  const up = await hear([
    ['climb', 10],
    ['gear-up', 20],
    ['climb', 10],
  ]);
  const full = up.mean(4, 9);
  expect(up.softest(9, 39) - full, 'no quieter than the climb').toBeGreaterThan(-1.5);
  expect(Math.abs(up.mean(24, 28) - full), 'after the doors').toBeLessThan(1);
  const down = await hear([['gear', 45]]);
  expect(down.mean(37, 43) - down.mean(0.75, 1), 'the wind stays').toBeGreaterThan(1.5);
});
