// @module-tag whole

import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import type { createEffectPlayer } from '#web/features/soundscape/engine/effects.ts';
import type { renderAmbience } from '#web/features/soundscape/engine/render-ambience.ts';
import { SEAT_SOUNDS, type SeatSound } from '#web/features/cabin-sounds/engine/seat-sounds.ts';
import { SCRIPT_SOUNDS } from '#shared/rules/script-timing.ts';
import { getSharedBrowser, openDevice } from './fixtures/browser.ts';
import { openModule } from './fixtures/drawing-browser.ts';
import { measureCabin, measureSounds } from './fixtures/rendered-sounds.ts';
import type * as SoundMakers from './fixtures/sound-makers.ts';

const ENGINE = path.join(import.meta.dirname, '../src/features/soundscape/engine');
const SECONDS = 24;

/** Bundles a maker of sounds for a bare page, where it goes by this name. */
async function bundle(file: string, name: string): Promise<string> {
  const bundled = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: path.join(ENGINE, file), formats: ['iife'], name } },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = bundled.flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error('nothing was bundled');
  return chunk.code;
}

/** Renders a sound at full volume; resolves to its peak, and its loudness in dB by band and quarter of a second. */
async function render([name, seconds]: readonly [(typeof SCRIPT_SOUNDS)[number], number]) {
  const { effects } = globalThis as unknown as {
    effects: { createEffectPlayer: typeof createEffectPlayer };
  };
  const bands = [90, 180, 360, 720, 1440, 2880, 5760];
  const rate = 22_050;
  const context = new OfflineAudioContext(1 + bands.length, seconds * rate, rate);
  const merger = new ChannelMergerNode(context, { numberOfInputs: 1 + bands.length });
  merger.connect(context.destination);
  const volume = new GainNode(context, {
    gain: 0.9,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  volume.connect(merger, 0, 0);
  for (const [index, frequency] of bands.entries())
    volume
      .connect(new BiquadFilterNode(context, { type: 'bandpass', frequency, Q: 1.4 }))
      .connect(merger, 0, index + 1);
  const duration = seconds * 1000;
  effects.createEffectPlayer(context, volume).play({ name, into: 0, duration, leadsOn: false });
  const buffer = await context.startRendering();
  const quarter = Math.floor(rate / 4);
  const toDecibels = (channel: number, from: number) => {
    const part = buffer.getChannelData(channel).subarray(from, from + quarter);
    const power = part.reduce((sum, value) => sum + value * value, 0) / part.length;
    return Math.max(-70, 10 * Math.log10(power));
  };
  const starts = Array.from({ length: seconds * 4 - 1 }, (_, index) => index * quarter);
  return {
    peak: buffer.getChannelData(0).reduce((top, value) => Math.max(top, Math.abs(value)), 0),
    loudness: starts.map((from) => toDecibels(0, from)),
    picture: starts.map((from) => bands.map((_, band) => toDecibels(band + 1, from))),
  };
}

it('every sound of a script is heard, none distorts or startles, and no two are alike', async () => {
  const { page } = await openDevice(await getSharedBrowser(), 'http://127.0.0.1');
  await page.addScriptTag({ content: await bundle('effects.ts', 'effects') });
  const sounds: ({ name: string } & Awaited<ReturnType<typeof render>>)[] = [];
  for (const name of SCRIPT_SOUNDS)
    sounds.push({ name, ...(await page.evaluate(render, [name, SECONDS] as const)) });

  const figures = sounds.map(({ name, peak, loudness }) => {
    // Beginning and end fade.
    const middle = loudness.slice(8, -8);
    return {
      name,
      peak,
      softest: Math.min(...middle),
      loudest: Math.max(...loudness),
      // How much louder it is at most half a second later.
      leap: Math.max(...loudness.slice(6).map((level, i) => level - (loudness[i + 2] ?? level))),
    };
  });
  const pairs = sounds.flatMap((one, index) =>
    sounds.slice(index + 1).map((other) => {
      const differences = one.picture.flatMap((bands, at) =>
        bands.map((level, band) => (level - (other.picture[at]?.[band] ?? 0)) ** 2),
      );
      const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
      return { pair: `${one.name} and ${other.name}`, apart: Math.sqrt(mean) };
    }),
  );
  const nearest = pairs.toSorted((a, b) => a.apart - b.apart).slice(0, 5);
  // oxlint-disable-next-line no-console -- the figures are for the reader of the run
  console.table(figures);
  // oxlint-disable-next-line no-console -- the figures are for the reader of the run
  console.table(nearest);
  for (const { name, peak, softest, loudest, leap } of figures) {
    expect(peak, `peak of ${name}`).toBeLessThan(0.95);
    expect(softest, `softest quarter of a second of ${name}, in dB`).toBeGreaterThan(-50);
    expect(loudest, `loudest quarter of a second of ${name}, in dB`).toBeGreaterThan(-36);
    expect(loudest, `loudest quarter of a second of ${name}, in dB`).toBeLessThan(-7);
    expect(leap, `leap of ${name}, in dB`).toBeLessThan(24);
  }
  expect(nearest[0]?.apart, nearest[0]?.pair).toBeGreaterThan(2.5);
});

/** Renders an ambience; resolves to its peak, its greatest step from sample to sample, and the step where it goes round. */
async function renderLoop(name: 'brown' | 'cabin' | 'rain' | 'pad') {
  const { ambiences } = globalThis as unknown as {
    ambiences: { renderAmbience: typeof renderAmbience };
  };
  const { channels } = await ambiences.renderAmbience(name);
  return channels.map((samples) => {
    const measured = { peak: 0, step: 0, seam: Math.abs(samples[0]! - samples.at(-1)!) };
    for (let i = 1; i < samples.length; i++) {
      measured.peak = Math.max(measured.peak, Math.abs(samples[i]!));
      measured.step = Math.max(measured.step, Math.abs(samples[i]! - samples[i - 1]!));
    }
    return measured;
  });
}

it('every ambience goes round without a click, and is not cut off', async () => {
  const { page } = await openDevice(await getSharedBrowser(), 'http://127.0.0.1');
  await page.addScriptTag({ content: await bundle('render-ambience.ts', 'ambiences') });
  for (const name of ['brown', 'cabin', 'rain', 'pad'] as const)
    for (const { peak, step, seam } of await page.evaluate(renderLoop, name)) {
      expect(seam, `step where ${name} goes round`).toBeLessThanOrEqual(step);
      expect(peak, `peak of ${name}`).toBeGreaterThan(0.05);
      expect(peak, `peak of ${name}`).toBeLessThan(1);
    }
});

it('the cabin sounds within 4 dB an octave of the levels drawn from what was read, and single sounds as they were read', async () => {
  const { page } = await openDevice(await getSharedBrowser(), 'http://127.0.0.1');
  const call = await openModule<typeof SoundMakers>(page, 'sound-makers.ts');
  const rows = await measureCabin(call);
  // oxlint-disable-next-line no-console -- the figures are for the reader of the run
  console.table(rows.map(({ heard, phase, off }) => [heard, phase, ...off.map(Math.round)]));
  for (const { heard, phase, off } of rows)
    expect(Math.max(...off.map(Math.abs)), `${heard}, ${phase}: ${off.join(' ')}`).toBeLessThan(4);
  const sounds = await measureSounds(call);
  // oxlint-disable-next-line no-console -- the figures are for the reader of the run
  console.table(sounds);
  for (const { what, sourced, measured, within } of sounds)
    expect(Math.abs(measured - sourced), `${what}: ${measured}`).toBeLessThanOrEqual(within);
});

it('what is met in the seat is heard, distorts nowhere and startles nobody', async () => {
  const { page } = await openDevice(await getSharedBrowser(), 'http://127.0.0.1');
  const call = await openModule<typeof SoundMakers>(page, 'sound-makers.ts');
  for (const name of [...SCRIPT_SOUNDS, ...(Object.keys(SEAT_SOUNDS) as SeatSound[])]) {
    // The loudest of a gear that comes down is the last of it.
    const seconds = name === 'gear' ? 36 : SECONDS;
    const { peak, loudness } = await call('renderLoudness', { kind: 'played', name }, seconds);
    const leap = Math.max(...loudness.slice(6).map((at, i) => at - (loudness[i + 2] ?? at)));
    // oxlint-disable-next-line no-console -- the figures are for the reader of the run
    console.info(name, peak, Math.min(...loudness.slice(4)), Math.max(...loudness), leap);
    expect.soft(peak, `peak of ${name}`).toBeLessThan(1);
    expect.soft(Math.min(...loudness.slice(4)), `softest of ${name}, in dB`).toBeGreaterThan(-50);
    expect.soft(Math.max(...loudness), `loudest of ${name}, in dB`).toBeGreaterThan(-36);
    expect.soft(Math.max(...loudness), `loudest of ${name}, in dB`).toBeLessThan(-7);
    expect.soft(leap, `leap of ${name}, in dB`).toBeLessThan(24);
  }
});
