/** The phases of a breath. `in_again` is the short second inhalation of a sigh. */
export type BreathPhaseName = 'in' | 'in_again' | 'hold_in' | 'out' | 'hold_out';

export interface BreathPattern {
  key: BreathPatternKey;
  steps: readonly { step: BreathPhaseName; seconds: number }[];
  /** Whether the breath is held in it, which does not suit every person. */
  holds: boolean;
}

export const BREATH_PATTERN_KEYS = [
  'long_exhale',
  'coherent',
  'box',
  'four_seven_eight',
  'sigh',
] as const;
export type BreathPatternKey = (typeof BREATH_PATTERN_KEYS)[number];

/** The five patterns, gentlest first (sources: docs/decisions, breathing). */
export const BREATH_PATTERNS: readonly BreathPattern[] = [
  {
    key: 'long_exhale',
    steps: [
      { step: 'in', seconds: 4 },
      { step: 'out', seconds: 6 },
    ],
    holds: false,
  },
  {
    key: 'coherent',
    steps: [
      { step: 'in', seconds: 5.5 },
      { step: 'out', seconds: 5.5 },
    ],
    holds: false,
  },
  {
    key: 'sigh',
    steps: [
      { step: 'in', seconds: 2.5 },
      { step: 'in_again', seconds: 1.5 },
      { step: 'out', seconds: 6 },
      { step: 'hold_out', seconds: 2 },
    ],
    holds: false,
  },
  {
    key: 'box',
    steps: [
      { step: 'in', seconds: 4 },
      { step: 'hold_in', seconds: 4 },
      { step: 'out', seconds: 4 },
      { step: 'hold_out', seconds: 4 },
    ],
    holds: true,
  },
  {
    key: 'four_seven_eight',
    steps: [
      { step: 'in', seconds: 4 },
      { step: 'hold_in', seconds: 7 },
      { step: 'out', seconds: 8 },
    ],
    holds: true,
  },
];

/** Returns the length of one breath in milliseconds. */
export function getBreathDurationMs({ steps }: BreathPattern): number {
  return steps.reduce((sum, { seconds }) => sum + seconds * 1000, 0);
}

/**
 * Returns the length of an exercise in milliseconds: the number of whole breaths, at least one, that comes nearest to
 * `minutes`, so that it does not end in the middle of a breath.
 */
export function computeExerciseDurationMs(pattern: BreathPattern, minutes: number): number {
  const breath = getBreathDurationMs(pattern);
  return Math.max(1, Math.round((minutes * 60_000) / breath)) * breath;
}

export interface BreathMoment {
  phase: BreathPhaseName;
  /** Whole seconds until the next step, at least 1. */
  secondsLeft: number;
  /** Height of the animated light: 0 at rest, 1 at the top. */
  level: number;
  /** Milliseconds until the next step, more than 0. */
  untilNext: number;
  /** Index of the step, counted from 0 over the whole exercise, so that each step is announced once. */
  turn: number;
}

/** Level at which the second inhalation of a sigh begins. */
const FIRST_INHALE_LEVEL = 0.78;
const LEVEL_RANGE: Record<BreathPhaseName, readonly [number, number]> = {
  in: [0, 1],
  in_again: [FIRST_INHALE_LEVEL, 1],
  hold_in: [1, 1],
  out: [1, 0],
  hold_out: [0, 0],
};

/**
 * Returns where a breathing exercise is after `ms` milliseconds: its step, the time until the next step, the height of
 * the animated light (0 to 1) and the index of the step, counted over the whole exercise.
 */
export function getBreathMoment(pattern: BreathPattern, ms: number): BreathMoment {
  const breath = getBreathDurationMs(pattern);
  const at = Math.max(0, ms);
  let into = at % breath;
  let index = 0;
  for (const [place, { seconds }] of pattern.steps.entries()) {
    index = place;
    if (into < seconds * 1000) break;
    if (place < pattern.steps.length - 1) into -= seconds * 1000;
  }
  const { step, seconds } = pattern.steps[index] ?? { step: 'in' as const, seconds: 1 };
  const untilNext = Math.max(1, seconds * 1000 - into);
  const followed = pattern.steps[index + 1]?.step === 'in_again';
  const [from, to] = step === 'in' && followed ? [0, FIRST_INHALE_LEVEL] : LEVEL_RANGE[step];
  const eased = (1 - Math.cos(Math.PI * Math.min(1, into / (seconds * 1000)))) / 2;
  return {
    phase: step,
    secondsLeft: Math.max(1, Math.ceil(untilNext / 1000)),
    level: from + (to - from) * eased,
    untilNext,
    turn: Math.floor(at / breath) * pattern.steps.length + index,
  };
}
