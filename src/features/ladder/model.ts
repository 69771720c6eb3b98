import type { Ladder } from '#shared/contract/ladder.ts';
import { isPractised, type ProposedStep, proposedStep } from '#shared/rules/ladder.ts';

export type Step = Ladder['steps'][number];
export type Attempt = Step['attempts'][number];
export type Outcome = NonNullable<Attempt['outcome']>;

/** The attempts as the rule of repetition and variety reads them. */
export function asTried({ attempts }: Pick<Step, 'attempts'>) {
  return attempts.map(({ setting, outcome }) => ({ setting, finished: outcome !== null }));
}

/** Whether a step has been practised often and differently enough. */
export function isStepPractised(step: Step): boolean {
  return isPractised(asTried(step));
}

/** The id of the step to propose; null when none asks for anything. */
export function nextStepId(steps: readonly Step[]): string | null {
  return proposedStep(steps.map((step) => ({ id: step.id, attempts: asTried(step) })))?.id ?? null;
}

/**
 * Proposed steps as steps of a ladder. A step's id follows from what it is, so that the same ladder taken
 * on two devices is one ladder.
 */
export function asSteps(proposed: readonly ProposedStep[]): Step[] {
  return proposed.map((step) => ({ ...step, id: idOf(step), words: null, attempts: [] }));
}

/** A UUID of version 8 (RFC 9562, its bits are ours to choose) from four FNV-1a hashes. */
function idOf({ area, material }: ProposedStep): string {
  const hex = [1, 2, 3, 4]
    .map((seed) => {
      let hash = 0x811c9dc5;
      for (const letter of `${seed}:${area}:${material}`)
        hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
      return (hash >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5');
}

/** What is changed of a ladder at once: only this is sent, so that nothing of another device is undone. */
export interface LadderChange {
  /** New steps and changed ones. */
  steps?: readonly Step[];
  /** Every step in its new order. */
  order?: readonly Step[];
  removed?: readonly string[];
}

/** The ladder as it is after a change. */
export function withChange(ladder: Ladder, { steps = [], order = [], removed = [] }: LadderChange) {
  const all = new Map(ladder.steps.map((step) => [step.id, step]));
  for (const step of steps)
    all.set(step.id, { ...step, attempts: all.get(step.id)?.attempts ?? step.attempts });
  for (const id of removed) all.delete(id);
  const places = new Map(order.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Step) => places.get(id) ?? order.length;
  return { steps: [...all.values()].toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

/** A change as it is sent: its steps without their attempts, and which of them the ladder had not. */
export function changeBody(ladder: Ladder, { steps = [], order = [], removed = [] }: LadderChange) {
  const ids = steps.map(({ id }) => id);
  return {
    steps: steps.map(({ id, area, material, words }) => ({ id, area, material, words })),
    added: ids.filter((id) => !ladder.steps.some((one) => one.id === id)),
    order: order.map(({ id }) => id),
    removed: [...removed],
  };
}

/** The ladder with an attempt at its step; the same attempt again takes its place. */
export function withAttempt({ steps }: Ladder, attempt: Attempt): Ladder {
  return {
    steps: steps.map((step) => {
      if (step.id !== attempt.stepId) return step;
      const known = step.attempts.some(({ id }) => id === attempt.id);
      const attempts = known
        ? step.attempts.map((one) => (one.id === attempt.id ? attempt : one))
        : [...step.attempts, attempt];
      return { ...step, attempts };
    }),
  };
}

/** The attempt that was begun and not told to its end, if it is the latest. */
export function openAttempt({ attempts }: Step): Attempt | null {
  const latest = attempts.at(-1);
  return latest && latest.outcome === null ? latest : null;
}

/** Where a dragged row would stand: the number of rows whose middle lies above the pointer. */
export function placeAt(middles: readonly number[], y: number): number {
  return middles.filter((middle) => middle < y).length;
}
