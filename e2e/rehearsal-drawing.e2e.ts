import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REHEARSAL_LIGHTS } from '#shared/rules/rehearsal-dose.ts';
import type { RehearsalPhase } from '#shared/rules/rehearsal-phases.ts';
import { buildDose, openDrawingPage } from './fixtures/drawing-browser.ts';
import { countFlashes } from './fixtures/flashes.ts';

const KEPT = path.join(import.meta.dirname, 'fixtures/rehearsal-pictures.json');
const KEY_PICTURES: [name: string, phase: RehearsalPhase, share: number][] = [
  ['gate', 'boarding', 0.5],
  ['runway', 'take_off', 0.45],
  ['cloud', 'climb', 0.33],
  ['cruise', 'cruise', 0.2],
  ['descent', 'descent', 0.85],
  ['landing', 'landing', 0.3],
];
/** How far a picture may be from the kept one, in mean steps of 255, and a quarter of its own light at most. */
const ALIKE = 6;

let drawing: Awaited<ReturnType<typeof openDrawingPage>>;
beforeAll(async () => {
  drawing = await openDrawingPage(
    process.env['CHROMIUM_SHELL_PATH'] ?? process.env['CHROMIUM_PATH']!,
  );
});
afterAll(() => drawing.close());

const getDistance = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length;

describe('what is seen through the window', () => {
  it('is, of every phase in every light, what was looked at and kept', async () => {
    const drawn: Record<string, number[]> = {};
    for (const light of REHEARSAL_LIGHTS)
      for (const [name, phase, share] of KEY_PICTURES)
        drawn[`${light} ${name}`] = await drawing.call('drawFields', {
          dose: buildDose({ light }),
          phase,
          share,
          level: 2,
          width: 480,
          height: 240,
        });
    // KEEP_PICTURES=1 keeps new ones, after a change that was looked at.
    if (process.env['KEEP_PICTURES']) writeFileSync(KEPT, JSON.stringify(drawn));
    const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, number[]>;
    expect(Object.keys(drawn)).toEqual(Object.keys(kept));
    for (const [name, fields] of Object.entries(drawn)) {
      const black = fields.map(() => 0);
      const limit = Math.min(ALIKE, getDistance(kept[name]!, black) / 4);
      expect(getDistance(fields, kept[name]!), name).toBeLessThan(limit);
      // What was kept is neither black nor empty.
      expect(limit, `light of ${name}`).toBeGreaterThan(1.5);
      expect(new Set(fields).size, `different colours of ${name}`).toBeGreaterThan(12);
    }
  });

  it('never flashes, in the light or at night, in rough air or in the rain', async () => {
    const phases: [RehearsalPhase, number][] = [
      ['push_back', 0.3],
      ['de_icing', 0.4],
      ['taxi', 0.5],
      ['take_off', 0.25],
      ['take_off', 0.62],
      ['climb', 0.26],
      ['cruise', 0.4],
      ['approach', 0.6],
      ['landing', 0.4],
    ];
    for (const light of ['day', 'night', 'rain'] as const)
      for (const [phase, share] of phases) {
        const dose = buildDose({ light, roughness: 4, detour: 'de_icing', minutes: 3 });
        const wanted = { dose, phase, share, level: 0, width: 90, height: 160 };
        const frames = await drawing.call('drawLuminances', wanted, 2, 30);
        expect(countFlashes(frames, 30), `flashes of ${phase}, ${light}`).toBeLessThanOrEqual(3);
      }
  });
});

describe('the count of flashes', () => {
  const PER_SECOND = 30;
  const play = (hertz: number, low: number, high: number, share = 1) =>
    Array.from({ length: PER_SECOND * 2 }, (_, frame) =>
      Array.from({ length: 96 }, (__, field) =>
        field < 96 * share && Math.floor((frame / PER_SECOND) * hertz * 2) % 2 ? high : low,
      ),
    );

  it('finds five a second, and none in what changes slowly, by little, or in a small part', () => {
    expect(countFlashes(play(5, 0.1, 0.6), PER_SECOND)).toBeGreaterThan(3);
    expect(countFlashes(play(2, 0.1, 0.6), PER_SECOND)).toBe(2);
    expect(countFlashes(play(5, 0.1, 0.15), PER_SECOND)).toBe(0);
    expect(countFlashes(play(5, 0.1, 0.6, 0.1), PER_SECOND)).toBe(0);
    expect(countFlashes(play(5, 0.85, 1), PER_SECOND)).toBe(0);
  });
});
