// @module-tag whole

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RehearsalDose, REHEARSAL_LIGHTS } from '#shared/rules/rehearsal-dose.ts';
import { CLOUD_BASE_M, CLOUD_TOP_M, getAircraftState } from '#shared/rules/rehearsal-flight.ts';
import { type RehearsalPhase, scheduleRehearsalPhases } from '#shared/rules/rehearsal-phases.ts';
import type { FlightMoment } from '#web/features/rehearsal-drawing/engine/flight.ts';
import { QUALITY_LEVELS } from '#web/features/rehearsal-drawing/engine/quality.ts';
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
/** The moments of `scripts/draw-stills.ts`. */
const STILL_FOLDER = path.join(import.meta.dirname, '../src/features/rehearsal/stills');
const STILLS: typeof KEY_PICTURES = [
  ['gate', 'boarding', 0.5],
  ['runway', 'take_off', 0.45],
  ['cloud', 'climb', 0.33],
  ['level', 'cruise', 0.2],
  ['low', 'approach', 0.3],
];
/** How far a picture may be from the kept one, in mean steps of 255, and a quarter of its own light at most. */
const ALIKE = 6;
/** The same of a city at night, which has fewer lamps the less detail there is: a third of its light. */
const CITY_ALIKE = 16;
/** What changes by more from one picture to the next, a thirtieth of a second later, is cut. */
const CUT = 1.5;
/** Flashes are counted in each second of so many. */
const FLASH_SECONDS = 1.2;

let drawing: Awaited<ReturnType<typeof openDrawingPage>>;
beforeAll(async () => {
  drawing = await openDrawingPage(
    process.env['CHROMIUM_SHELL_PATH'] ?? process.env['CHROMIUM_PATH']!,
  );
});
afterAll(() => drawing.close());

const getDistance = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length;

/** Pictures of what else can be chosen, each in a light of its own. */
const CHOICES: [
  name: string,
  dose: Partial<RehearsalDose>,
  phase: RehearsalPhase,
  share: number,
][] = [
  ['dusk water', { light: 'dusk', place: 'water' }, 'descent', 0.85],
  ['day mountains', { light: 'day', place: 'mountains' }, 'descent', 0.85],
  ['day over the wing', { light: 'day', seat: 'over' }, 'cruise', 0.2],
  ['dusk ahead of the wing', { light: 'dusk', seat: 'ahead' }, 'cruise', 0.2],
  ['day push-back', { light: 'day' }, 'push_back', 0.5],
  ['rain taxi', { light: 'rain' }, 'taxi', 0.2],
  ['day de-icing', { light: 'day', detour: 'de_icing' }, 'de_icing', 0.5],
  ['night holding', { light: 'night', detour: 'holding' }, 'holding', 0.8],
  ['dusk go-around', { light: 'dusk', detour: 'go_around' }, 'go_around', 0.3],
];
/** One window, or three of its size, as the stills were drawn. */
const SMALL = { level: 2, width: 160, height: 240 };
const WIDE = { level: 2, width: 480, height: 240 };

/** Finds when a phase of a flight passes a height, in seconds from the beginning. */
function findHeight(dose: RehearsalDose, phase: RehearsalPhase, height: number): number {
  const phases = scheduleRehearsalPhases(dose);
  const { from, to } = phases.find((one) => one.phase === phase)!;
  const isOver = (time: number) => getAircraftState(phases, time).height > height;
  const begins = isOver(from);
  const frames = Array.from({ length: Math.ceil((to - from) * 30) }, (_, i) => from + i / 30);
  return frames.find((time) => isOver(time) !== begins)!;
}

describe('what is seen through the window', () => {
  it('is, of every phase in every light, what was looked at and kept', async () => {
    const drawn: Record<string, number[]> = {};
    for (const light of REHEARSAL_LIGHTS)
      for (const [name, phase, share] of KEY_PICTURES) {
        const dose = buildDose({ light });
        const wanted = { dose, phase, share, ...SMALL };
        drawn[`${light} ${name}`] = await drawing.call('drawFields', wanted);
      }
    for (const [name, choice, phase, share] of CHOICES) {
      const dose = buildDose(choice);
      drawn[name] = await drawing.call('drawFields', { dose, phase, share, ...SMALL });
    }
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
      // Nor may one be drawn for another.
      const nearest = Object.keys(kept).toSorted(
        (a, b) => getDistance(fields, kept[a]!) - getDistance(fields, kept[b]!),
      );
      expect(nearest[0], `kept picture nearest to ${name}`).toBe(name);
    }
  });

  it('is the same at every level of detail', async () => {
    const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, number[]>;
    for (const [light, name] of [
      ['day', 'cruise'],
      ['night', 'descent'],
      ['rain', 'gate'],
    ] as const) {
      const [, phase, share] = KEY_PICTURES.find(([known]) => known === name)!;
      for (const level of QUALITY_LEVELS.keys()) {
        const wanted = { dose: buildDose({ light }), phase, share, ...SMALL, level };
        const drawn = await drawing.call('drawFields', wanted);
        expect(
          getDistance(drawn, kept[`${light} ${name}`]!),
          `${light} ${name}, level ${level}`,
        ).toBeLessThan(name === 'descent' ? CITY_ALIKE : ALIKE);
      }
    }
  });

  it('is what the kept stills show, of every light', async () => {
    for (const light of REHEARSAL_LIGHTS)
      for (const [scene, phase, share] of STILLS) {
        const file = path.join(STILL_FOLDER, `${light}-${scene}.webp`);
        const address = `data:image/webp;base64,${readFileSync(file).toString('base64')}`;
        const still = await drawing.call('readStillFields', address);
        // How bright a city is depends on the size of a pixel.
        const isCity = scene === 'low' && (light === 'night' || light === 'rain');
        const how = isCity ? { level: 5, width: 900, height: 500 } : WIDE;
        const wanted = { dose: buildDose({ light }), phase, share, ...how };
        const drawn = await drawing.call('drawFields', wanted);
        expect(getDistance(still, drawn), `${light}-${scene}`).toBeLessThan(ALIKE);
      }
  });

  it('shows the flaps, the spoilers, the load and the turn that the flight has', async () => {
    const dose = buildDose({ light: 'day', seat: 'over' });
    const wanted = { dose, phase: 'cruise', share: 0.2, ...WIDE } as const;
    const draw = (moment?: Partial<FlightMoment>) =>
      drawing.call('drawFields', moment ? { ...wanted, moment } : wanted);
    const usual = await draw();
    expect(getDistance(await draw(), usual)).toBe(0);
    for (const moment of [{ flaps: 1 }, { spoilers: 1 }, { load: 0.6 }, { heading: 90 }])
      expect(getDistance(await draw(moment), usual), Object.keys(moment)[0]).toBeGreaterThan(0.2);
  });

  it('shows lamps at night and drops in rain', async () => {
    for (const [light, phase, share, part] of [
      ['night', 'descent', 0.85, 'lamps'],
      ['rain', 'boarding', 0.5, 'drops'],
    ] as const) {
      const wanted = { dose: buildDose({ light }), phase, share, ...SMALL };
      const usual = await drawing.call('drawFields', wanted);
      const bare = await drawing.call('drawFields', { ...wanted, without: { [part]: 0 } });
      expect(getDistance(bare, usual), `${part} at ${light}`).toBeGreaterThan(0.2);
    }
  });

  it('lights the wall and the reveal, by day more than by night', async () => {
    const [day, dusk, night] = await Promise.all(
      (['day', 'dusk', 'night'] as const).map((light) =>
        drawing.call('drawWall', {
          dose: buildDose({ light }),
          phase: 'cruise',
          share: 0.2,
          ...SMALL,
        }),
      ),
    );
    const black = [0, 0, 0];
    for (const part of ['wall', 'reveal'] as const) {
      expect(getDistance(night![part], black), `${part} by night`).toBeGreaterThan(4);
      expect(getDistance(day![part], black), `${part} by day`).toBeGreaterThan(
        1.2 * getDistance(night![part], black),
      );
    }
    const [red, , blue] = dusk!.reveal;
    expect(red, 'the warmth of the evening').toBeGreaterThan(blue!);
  });

  it('never changes from one picture to the next: not at the clouds, the haze of the airfield or the fluid', async () => {
    for (const light of ['day', 'night', 'rain'] as const) {
      const dose = buildDose({ light, roughness: 0, detour: 'de_icing' });
      const sprayed = scheduleRehearsalPhases(dose).find(({ phase }) => phase === 'de_icing')!;
      const moments = {
        'the fluid comes': sprayed.from,
        'the fluid is gone': sprayed.to,
        'the airfield goes': findHeight(dose, 'climb', 900),
        'the base of the clouds': findHeight(dose, 'climb', CLOUD_BASE_M),
        'the tops of the clouds': findHeight(dose, 'climb', CLOUD_TOP_M),
        'the base on the way down': findHeight(dose, 'descent', CLOUD_BASE_M),
        'the airfield comes': findHeight(dose, 'approach', 900),
      };
      for (const [name, time] of Object.entries(moments)) {
        const around = [-2, -1, 0, 1].map((frame) => time + frame / 30);
        const wanted = { dose, phase: 'climb', share: 0, ...SMALL } as const;
        const pictures = await drawing.call('drawTimes', wanted, around);
        const steps = pictures.slice(1).map((fields, i) => getDistance(fields, pictures[i]!));
        expect(Math.max(...steps), `${name}, ${light}`).toBeLessThan(CUT);
      }
    }
  });

  it.each(REHEARSAL_LIGHTS)(
    'never flashes, in light or in red, in the roughest air: %s',
    async (light) => {
      const phases: [RehearsalPhase, number, Partial<RehearsalDose>?][] = [
        ['push_back', 0.3],
        ['de_icing', 0.4, { detour: 'de_icing' }],
        ['taxi', 0.5],
        ['take_off', 0.25],
        ['take_off', 0.62],
        ['climb', 0.26],
        ['cruise', 0.4, { seat: 'ahead' }],
        ['descent', 0.62],
        ['holding', 0.3, { detour: 'holding', seat: 'over' }],
        ['approach', 0.6],
        ['go_around', 0.3, { detour: 'go_around' }],
        ['landing', 0.4],
      ];
      for (const [phase, share, choice] of phases) {
        const dose = buildDose({ light, roughness: 4, minutes: 3, ...choice });
        const wanted = { dose, phase, share, level: 0, width: 72, height: 128 };
        const fields = await drawing.call('drawFlashFields', wanted, FLASH_SECONDS, 30);
        for (const kind of ['light', 'red'] as const)
          expect(
            countFlashes(fields[kind], 30, kind),
            `flashes of ${phase}, ${kind}`,
          ).toBeLessThanOrEqual(3);
      }
    },
  );
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

  it('finds five red ones a second, and none in what is hardly redder', () => {
    expect(countFlashes(play(5, 0, 200), PER_SECOND, 'red')).toBeGreaterThan(3);
    expect(countFlashes(play(5, 100, 115), PER_SECOND, 'red')).toBe(0);
  });
});
