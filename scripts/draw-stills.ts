import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDose, openDrawingPage } from '../e2e/fixtures/drawing-browser.ts';
import { REHEARSAL_LIGHTS } from '../shared/rules/rehearsal-dose.ts';
import type { RehearsalPhase } from '../shared/rules/rehearsal-phases.ts';

// Draws the stills of the rehearsal with its own engine: run it after a change of what is drawn, and look at them.

const FOLDER = path.join(import.meta.dirname, '../src/features/rehearsal/stills');
const HEIGHT = 360;
/** Whole canvas for a window of that height: three windows beside each other. */
const [WIDTH, FULL_HEIGHT] = [900, 500];

/** Their names are those of `src/features/rehearsal/engine/stills.ts`. */
const MOMENTS: Record<string, [phase: RehearsalPhase, share: number]> = {
  gate: ['boarding', 0.5],
  runway: ['take_off', 0.45],
  cloud: ['climb', 0.33],
  level: ['cruise', 0.2],
  low: ['approach', 0.3],
};

const CHROMIUM = new URL('./chromium.mjs', import.meta.url).href;
const { ensureChromium } = (await import(CHROMIUM)) as { ensureChromium: () => string | undefined };
const executablePath = ensureChromium();
if (!executablePath) throw new Error('the stills need Chromium or Chrome');
const { call, close } = await openDrawingPage(executablePath);
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const light of REHEARSAL_LIGHTS)
    for (const [scene, [phase, share]] of Object.entries(MOMENTS)) {
      const wanted = { dose: buildDose({ light }), phase, share, level: 5 };
      const address = await call(
        'drawAddress',
        { ...wanted, width: WIDTH, height: FULL_HEIGHT },
        HEIGHT,
      );
      const picture = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
      writeFileSync(path.join(FOLDER, `${light}-${scene}.webp`), picture);
      process.stdout.write(`${light}-${scene}.webp: ${(picture.length / 1000).toFixed(1)} kB\n`);
    }
} finally {
  await close();
}
