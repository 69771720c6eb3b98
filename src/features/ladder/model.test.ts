import { expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { EXPOSURE_MATERIALS } from '#shared/rules/ladder.ts';
import {
  toLadderSteps,
  type LadderAttempt,
  buildLadderChangeBody,
  findNextStepIdToPractise,
  findLatestAttemptIfOpen,
  type LadderStep,
  addAttemptToLadder,
  applyLadderChange,
} from './model.ts';

const outcome = { highest: 7, after: 3, happened: 'I stood', learned: 'I can' };
const attempt = (
  id: string,
  told = true,
  setting: LadderAttempt['setting'] = 'home_alone',
): LadderAttempt => ({
  id,
  stepId: 'one',
  startedAt: '2026-11-21T09:00:00.000Z',
  setting,
  expected: 'I faint',
  sure: 80,
  before: 6,
  outcome: told ? outcome : null,
});
const step = (id: string, attempts: LadderAttempt[] = []): LadderStep => ({
  id,
  area: 'fear_heights',
  material: 'small',
  words: null,
  attempts,
});

it('an attempt is added to its step, and told to its end in its own place', () => {
  const begun = addAttemptToLadder({ steps: [step('one'), step('two')] }, attempt('a', false));
  expect(findLatestAttemptIfOpen(begun.steps[0]!)?.id).toBe('a');
  const told = addAttemptToLadder(begun, attempt('a'));
  expect(told.steps.map(({ attempts }) => attempts.length)).toEqual([1, 0]);
  expect(findLatestAttemptIfOpen(told.steps[0]!)).toBeNull();
});

it('the next step is proposed only after repetition in more than one setting', () => {
  const alike = [attempt('a'), attempt('b'), attempt('c')];
  expect(findNextStepIdToPractise([step('one', alike), step('two')])).toBe('one');
  const varied = [...alike, attempt('d', true, 'out_with')];
  expect(findNextStepIdToPractise([step('one', varied), step('two')])).toBe('two');
  expect(findNextStepIdToPractise([step('one', varied)])).toBeNull();
});

it('a change sends what was changed and nothing of the steps beside it', () => {
  const ladder = { steps: [step('one', [attempt('a')]), step('two')] };
  const [one, two] = ladder.steps as [LadderStep, LadderStep];
  const nothing = { steps: [], added: [], order: [], removed: [] };
  const sent = { id: 'new', area: 'fear_heights', material: 'small', words: null };
  const adding = { steps: [step('new')] };
  expect(buildLadderChangeBody(ladder, adding)).toEqual({
    ...nothing,
    steps: [sent],
    added: ['new'],
  });
  expect(applyLadderChange(ladder, adding).steps).toEqual([one, two, step('new')]);
  const changing = { steps: [{ ...one, words: 'mine' }] };
  expect(buildLadderChangeBody(ladder, changing).added).toEqual([]);
  expect(applyLadderChange(ladder, changing).steps).toEqual([{ ...one, words: 'mine' }, two]);
  const order = [two, one];
  expect(buildLadderChangeBody(ladder, { order })).toEqual({ ...nothing, order: ['two', 'one'] });
  expect(applyLadderChange(ladder, { order }).steps).toEqual(order);
  expect(applyLadderChange(ladder, { removed: ['one'] }).steps).toEqual([two]);
});

it('gives a proposed step the same id on every device, and each step one of its own', () => {
  const proposed = FEAR_AREAS.flatMap(({ key }) =>
    EXPOSURE_MATERIALS.map((material) => ({ area: key, material })),
  );
  const ids = toLadderSteps(proposed).map(({ id }) => id);
  expect(ids).toEqual(toLadderSteps(proposed).map(({ id }) => id));
  expect(new Set(ids).size).toBe(proposed.length);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});
