import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEAR_AREAS } from './fear-areas.ts';
import type { FearAnswers } from './fear-report.ts';
import {
  type AttemptSummary,
  ATTEMPT_SETTINGS,
  hasEnoughPractice,
  EXPOSURE_MATERIALS,
} from './ladder.ts';
import { REHEARSAL_DOSE_NAMES } from './rehearsal-dose.ts';
import { proposeRehearsal } from './rehearsal-proposal.ts';

const rate = (trauma: number) =>
  Object.fromEntries(
    FEAR_AREAS.map(({ key }) => [key, key === 'past_flight_trauma' ? trauma : 5]),
  ) as FearAnswers;
const attempts: fc.Arbitrary<AttemptSummary[]> = fc.array(
  fc.record({ setting: fc.constantFrom(...ATTEMPT_SETTINGS), finished: fc.boolean() }),
  { maxLength: 5 },
);
const steps = fc.uniqueArray(
  fc.record({ material: fc.constantFrom(...EXPOSURE_MATERIALS), attempts }),
  {
    selector: ({ material }) => material,
    maxLength: 15,
  },
);
const ordinary = { answers: rate(3), isLastDay: false };
const done: AttemptSummary[] = [
  { setting: 'home_alone', finished: true },
  { setting: 'home_alone', finished: true },
  { setting: 'out_with', finished: true },
];

describe('the rehearsal that a plan proposes', () => {
  it('is never one that was practised enough, and never leaves out a milder one of the ladder', () => {
    fc.assert(
      fc.property(steps, (ladder) => {
        const proposed = proposeRehearsal(ladder, ordinary);
        if (proposed === null) return;
        const place = REHEARSAL_DOSE_NAMES.indexOf(proposed);
        for (const { material, attempts: made } of ladder) {
          const other = REHEARSAL_DOSE_NAMES.findIndex((name) => material === `rehearsal.${name}`);
          if (other >= 0 && other <= place)
            expect(hasEnoughPractice(made) && other === place).toBe(false);
          if (other >= 0 && other < place) expect(hasEnoughPractice(made)).toBe(true);
        }
      }),
    );
  });

  it('rises by one dose when all of the ladder are practised, and ends with the last', () => {
    const climbed = { material: 'small', attempts: done } as const;
    for (const [index, name] of REHEARSAL_DOSE_NAMES.entries())
      expect(
        proposeRehearsal([climbed, { material: `rehearsal.${name}`, attempts: done }], ordinary),
      ).toBe(REHEARSAL_DOSE_NAMES[index + 1] ?? null);
  });

  it('is none in the last day before a flight, without a ladder, or before anything was tried', () => {
    fc.assert(
      fc.property(steps, (ladder) => {
        expect(proposeRehearsal(ladder, { ...ordinary, isLastDay: true })).toBeNull();
        const alone = ladder.filter(({ material }) => material.startsWith('rehearsal.'));
        expect(proposeRehearsal(alone, ordinary)).toBeNull();
        const untried = ladder.map(({ material }) => ({ material, attempts: [] }));
        expect(proposeRehearsal(untried, ordinary)).toBeNull();
      }),
    );
  });

  it('is none for somebody who fears what they went through, unless they went there by themselves', () => {
    const ladder = [
      { material: 'small', attempts: done },
      { material: 'rehearsal.gate', attempts: [] },
    ] as const;
    expect(proposeRehearsal(ladder, ordinary)).toBe('gate');
    const hurt = { answers: rate(8), isLastDay: false };
    expect(proposeRehearsal(ladder, hurt)).toBeNull();
    const gone = [ladder[0], { ...ladder[1], attempts: done.slice(1, 2) }];
    expect(proposeRehearsal(gone, hurt)).toBe('gate');
  });
});
