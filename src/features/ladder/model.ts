import type { Ladder } from '#shared/contract/ladder.ts';
import {
  hasEnoughPractice,
  findNextLadderStepToPractise,
  type ProposedLadderStep,
} from '#shared/rules/ladder.ts';

export type LadderStep = Ladder['steps'][number];
export type LadderAttempt = LadderStep['attempts'][number];
export type AttemptOutcome = NonNullable<LadderAttempt['outcome']>;

/** Converts a step's stored attempts to the input of the shared rule that counts repetitions and settings. */
export function toAttemptSummaries({ attempts }: Pick<LadderStep, 'attempts'>) {
  return attempts.map(({ setting, outcome }) => ({ setting, finished: outcome !== null }));
}

/** Returns whether a step of the ladder has been practised often enough and in enough settings. */
export function isStepPractisedEnough(step: LadderStep): boolean {
  return hasEnoughPractice(toAttemptSummaries(step));
}

/** Returns the id of the step of the ladder to propose next; null when none needs practice. */
export function findNextStepIdToPractise(steps: readonly LadderStep[]): string | null {
  return (
    findNextLadderStepToPractise(
      steps.map((step) => ({ id: step.id, attempts: toAttemptSummaries(step) })),
    )?.id ?? null
  );
}

/**
 * Converts proposed steps to ladder steps. Ids derive from the content, so that the same proposal accepted on two
 * devices gives one ladder.
 */
export function toLadderSteps(proposed: readonly ProposedLadderStep[]): LadderStep[] {
  return proposed.map((step) => ({ ...step, id: deriveStepId(step), words: null, attempts: [] }));
}

/** Derives a version 8 UUID (RFC 9562, custom bits) from four FNV-1a hashes. */
function deriveStepId({ area, material }: ProposedLadderStep): string {
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

/** A change of a ladder. Only the change is sent, so that nothing another device did is undone. */
export interface LadderChange {
  /** New steps and changed ones; a known one keeps its attempts. */
  steps?: readonly (Omit<LadderStep, 'attempts'> & Partial<Pick<LadderStep, 'attempts'>>)[];
  order?: readonly Pick<LadderStep, 'id'>[];
  removed?: readonly string[];
}

/**
 * Returns the ladder after a change: steps added or replaced, then removed, then sorted by `order`, with steps missing
 * from it last. A step that exists keeps its attempts.
 */
export function applyLadderChange(
  ladder: Ladder,
  { steps = [], order = [], removed = [] }: LadderChange,
): Ladder {
  const all = new Map(ladder.steps.map((step) => [step.id, step]));
  for (const step of steps)
    all.set(step.id, { ...step, attempts: all.get(step.id)?.attempts ?? step.attempts ?? [] });
  for (const id of removed) all.delete(id);
  const positions = new Map(order.map(({ id }, place) => [id, place]));
  const getPosition = ({ id }: LadderStep) => positions.get(id) ?? order.length;
  return { steps: [...all.values()].toSorted((a, b) => getPosition(a) - getPosition(b)) };
}

/** Builds the request body of a change: steps without attempts, and which of them are new. */
export function buildLadderChangeBody(
  ladder: Ladder,
  { steps = [], order = [], removed = [] }: LadderChange,
) {
  const ids = steps.map(({ id }) => id);
  return {
    steps: steps.map(({ id, area, material, words }) => ({ id, area, material, words })),
    added: ids.filter((id) => !ladder.steps.some((one) => one.id === id)),
    order: order.map(({ id }) => id),
    removed: [...removed],
  };
}

/** Returns the ladder with an attempt added to its step, or replaced by id; unchanged without that step. */
export function addAttemptToLadder({ steps }: Ladder, attempt: LadderAttempt): Ladder {
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

/** Returns the latest attempt at a step if it has no outcome yet; otherwise null. */
export function findLatestAttemptIfOpen({ attempts }: LadderStep): LadderAttempt | null {
  const latest = attempts.at(-1);
  return latest && latest.outcome === null ? latest : null;
}
