// @module-tag whole

import { expect, it } from 'vitest';
import { openDevice, getSharedBrowser } from './fixtures/browser.ts';
import { buildDose, openModule } from './fixtures/drawing-browser.ts';
import type * as heard from './fixtures/heard-rehearsal.ts';
import type { HeardChange } from './fixtures/heard-rehearsal.ts';

/** A flight of three minutes with every detour that there can be in it. */
const FLIGHTS = [
  buildDose({ light: 'day', roughness: 4, minutes: 3, detour: 'go_around' }),
  buildDose({ light: 'rain', roughness: 4, minutes: 3, detour: 'de_icing' }),
  buildDose({ light: 'night', roughness: 0, minutes: 3, detour: 'holding' }),
];

it('what each ear hears of a flight is never cut off, never silent, and without a click', async () => {
  const { page } = await openDevice(await getSharedBrowser(), 'http://127.0.0.1');
  const call = await openModule<typeof heard>(page, 'heard-rehearsal.ts');
  for (const dose of FLIGHTS) {
    const { peak, softest, clicks } = await call('hearFlight', dose);
    expect(peak, `true peak in dB, ${dose.light}`).toBeLessThan(-1);
    expect(softest, `softest quarter of a second in dB, ${dose.light}`).toBeGreaterThan(-55);
    expect(clicks, `clicks, ${dose.light}`).toEqual([]);
  }
  const gate = buildDose({ light: 'day', minutes: 3, from: 'cruise', to: 'cruise' });
  const { clicks } = await call('hearFlight', gate, 20);
  expect(clicks.length, 'a planted click').toBeGreaterThan(0);
  for (const at of clicks) expect(at).toBeCloseTo(20, 1);
});

it('what is heard follows what happens within a tenth of a second', async () => {
  const { page } = await openDevice(await getSharedBrowser(), 'http://127.0.0.1');
  const call = await openModule<typeof heard>(page, 'heard-rehearsal.ts');
  expect(await call('measureLag', buildDose({ light: 'day' }))).toBeLessThanOrEqual(100);
});

const LEVEL = {
  phase: 'cruise',
  height: 3_000,
  speed: 120,
  thrust: 0.3,
  flaps: 0.15,
  gear: 0,
} as const;
const ROLLING = { phase: 'landing', height: 0, speed: 60, thrust: 0.1, gear: 1 } as const;
const HAPPENINGS: [name: string, light: 'day' | 'rain', HeardChange][] = [
  ['the engines spooling up', 'day', { before: LEVEL, after: { thrust: 1 } }],
  ['the reduction of thrust', 'day', { before: { ...LEVEL, thrust: 1 }, after: { thrust: 0.72 } }],
  [
    'the flaps coming out',
    'day',
    { before: LEVEL, after: {}, moving: { name: 'flaps', each: 0.05 } },
  ],
  ['the gear coming out', 'day', { before: LEVEL, after: {}, moving: { name: 'gear', each: 0.1 } }],
  ['the gear locking', 'day', { before: { ...LEVEL, gear: 0.98 }, after: { gear: 1 } }],
  ['the spoilers', 'day', { before: LEVEL, after: { spoilers: 0.4 } }],
  ['rough air', 'day', { before: LEVEL, after: { load: 0.3, gusts: 2 } }],
  ['the wheels on the runway', 'day', { before: { ...ROLLING, height: 3 }, after: ROLLING }],
  ['a locker closing', 'day', { before: { phase: 'boarding', time: 8.9 }, after: { time: 9.1 } }],
  ['the jolt of the tug', 'day', { before: { phase: 'push_back' }, after: { speed: -0.1 } }],
  ['a chime', 'day', { before: LEVEL, after: { phase: 'descent' } }],
  ['rain under the cloud', 'rain', { before: LEVEL, after: { height: 2_000 } }],
  ['fluid on the skin', 'day', { before: { phase: 'push_back' }, after: { phase: 'de_icing' } }],
];

it('each thing that happens is heard within a tenth of a second, and not before', async () => {
  const { page } = await openDevice(await getSharedBrowser(), 'http://127.0.0.1');
  const call = await openModule<typeof heard>(page, 'heard-rehearsal.ts');
  for (const [name, light, change] of HAPPENINGS) {
    const onset = await call('measureOnset', buildDose({ light }), change);
    expect(onset.milliseconds, `milliseconds to ${name}`).toBeLessThanOrEqual(100);
    expect(onset.loudestBefore, `difference before ${name}`).toBeLessThan(1e-4);
  }
});
