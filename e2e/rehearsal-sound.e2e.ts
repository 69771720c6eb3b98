import { expect, it } from 'vitest';
import { openDevice, getSharedBrowser } from './fixtures/browser.ts';
import { buildDose, openModule } from './fixtures/drawing-browser.ts';
import type * as heard from './fixtures/heard-rehearsal.ts';

/** A flight of three minutes with every detour that there can be in it. */
const FLIGHTS = [
  buildDose({ light: 'day', roughness: 4, minutes: 3, detour: 'go_around' }),
  buildDose({ light: 'rain', roughness: 2, minutes: 3, detour: 'de_icing' }),
];

it('what is heard of a flight is never cut off, never silent, and without a click', async () => {
  const { page } = await openDevice(await getSharedBrowser(), 'http://127.0.0.1');
  const call = await openModule<typeof heard>(page, 'heard-rehearsal.ts');
  for (const dose of FLIGHTS) {
    const { peak, softest, clicks } = await call('hearFlight', dose);
    expect(peak, `true peak in dB, ${dose.light}`).toBeLessThan(-1);
    expect(softest, `softest quarter of a second in dB, ${dose.light}`).toBeGreaterThan(-55);
    expect(clicks, `clicks, ${dose.light}`).toEqual([]);
  }
  const gate = buildDose({ light: 'day', minutes: 3, from: 'cruise', to: 'cruise' });
  const { clicks } = await call('hearFlight', gate, 60);
  expect(clicks.length, 'a planted click').toBeGreaterThan(0);
  for (const at of clicks) expect(at).toBeCloseTo(60, 1);
});

it('what is heard follows what happens within a tenth of a second', async () => {
  const { page } = await openDevice(await getSharedBrowser(), 'http://127.0.0.1');
  const call = await openModule<typeof heard>(page, 'heard-rehearsal.ts');
  expect(await call('measureLag', buildDose({ light: 'day' }))).toBeLessThanOrEqual(100);
});
