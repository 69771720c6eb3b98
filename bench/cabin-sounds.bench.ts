import { chromium } from 'playwright-core';
import { openModule } from '../e2e/fixtures/drawing-browser.ts';
import { measureCabin, measureSounds } from '../e2e/fixtures/rendered-sounds.ts';
import { measureCourses } from '../e2e/fixtures/sound-courses.ts';
import type * as SoundMakers from '../e2e/fixtures/sound-makers.ts';
import {
  CABIN_SPECTRA,
  OCTAVE_CENTRES_HERTZ,
} from '#web/features/soundscape/engine/cabin-spectra.ts';

// Renders what people hear as the noise of each phase of a flight, and prints by how many dB each octave is off the levels drawn for it once
// the loudness is the same (decision 150); then single sounds beside what was read of them; then every sound, its course and its length beside
// what they were taken from (peaks are those before the limiter).

/** How far an octave may be off. */
const WITHIN_DB = 4;
const CHROMIUM = new URL('../scripts/chromium.mjs', import.meta.url).href;

const { ensureChromium } = (await import(CHROMIUM)) as { ensureChromium: () => string | undefined };
const executablePath = ensureChromium();
if (!executablePath) throw new Error('the bench needs Chromium or Chrome');
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...asRoot] });
const print = (cells: readonly (string | number)[]) =>
  process.stdout.write(
    `  ${cells.map((cell, i) => (i < 2 ? String(cell).padEnd(30 - 18 * i) : String(cell).padStart(7))).join('')}\n`,
  );
try {
  const page = await browser.newPage();
  const call = await openModule<typeof SoundMakers>(page, 'sound-makers.ts');
  let worst = 0;
  print(['', 'octave, Hz', ...OCTAVE_CENTRES_HERTZ]);
  for (const [phase, { levels }] of Object.entries(CABIN_SPECTRA))
    print(['drawn, dB', phase, ...levels]);
  for (const { heard, phase, off } of await measureCabin(call, { withBeds: true })) {
    worst = Math.max(worst, ...off.map(Math.abs));
    print([heard, phase, ...off.map((value) => value.toFixed(1))]);
  }
  let isTrue = worst <= WITHIN_DB;
  process.stdout.write(`  furthest off: ${worst.toFixed(1)} dB (promised ${WITHIN_DB} at most)\n`);
  for (const { what, sourced, measured, within } of await measureSounds(call)) {
    isTrue &&= Math.abs(measured - sourced) <= within;
    process.stdout.write(
      `  ${what}: ${measured.toFixed(0)} (source ${sourced.toFixed(0)}, within ${within})\n`,
    );
  }
  const format = (value: number | null) => value?.toFixed(value < 0 ? 0 : 2) ?? '';
  print([
    'sound',
    'peak',
    'begins',
    'quiet',
    'loud',
    'goes on',
    'at, s',
    'for, s',
    'again',
    ' source',
  ]);
  for (const {
    name,
    source,
    peak,
    begins,
    quietest,
    loudest,
    goesOn,
    at,
    lasts,
    again,
  } of await measureCourses(call))
    print([
      name,
      ...[peak, begins, quietest, loudest, goesOn, at, lasts, again].map(format),
      `  ${source}`,
    ]);
  process.exitCode = isTrue ? 0 : 1;
} finally {
  await browser.close();
}
