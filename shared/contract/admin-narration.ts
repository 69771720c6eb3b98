import { z } from 'zod';
import { GENERATION_FAILURES } from './admin-generation.ts';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, language } from './fields.ts';

/** Why a session has no recording that people hear: none, one of other words, or a script that cannot be read. */
export const MISSING_NARRATION_REASONS = ['missing', 'changed', 'faults'] as const;

const missing = z.object({
  contentId: id,
  title: z.string(),
  language,
  reason: z.enum(MISSING_NARRATION_REASONS),
  sentences: z.int(),
  /** How many of them are not spoken yet, and their characters. */
  unspoken: z.int(),
  characters: z.int(),
});
export type MissingNarration = z.infer<typeof missing>;

export const getNarrationPlan = declareEndpoint({
  method: 'GET',
  path: '/api/admin/narration',
  access: 'editor',
  scope: 'narration',
  summary:
    'Which sessions on show have no recording that fits, in the order people hear them, and what speaking them costs',
  replies: {
    200: z.object({
      /** The model or command that speaks; null when none is configured. */
      speaker: z.string().nullable(),
      currency: z.string(),
      /** Price of a million characters; null when it is not set. */
      price: z.number().nullable(),
      /** How many sentences are asked for at the same time. */
      atOnce: z.int(),
      missing: z.array(missing),
      /** Each sentence that is said in several places counts once. */
      characters: z.int(),
      cost: z.number().nullable(),
    }),
  },
});

export const NARRATION_STATES = ['running', 'paused', 'done', 'cancelled'] as const;
/** Why a run is paused: an admin asked, the ceiling is reached, or the provider keeps failing. */
export const NARRATION_PAUSE_REASONS = ['asked', 'ceiling', 'provider'] as const;

const run = z.object({
  id,
  state: z.enum(NARRATION_STATES),
  reason: z.enum(NARRATION_PAUSE_REASONS).nullable(),
  /** The most characters that may be paid; null without a limit. */
  ceiling: z.int().nullable(),
  publishes: z.boolean(),
  recordings: z.object({ done: z.int(), total: z.int() }),
  sentences: z.object({ done: z.int(), total: z.int() }),
  /** Paid so far. */
  characters: z.int(),
  cost: z.number().nullable(),
  currency: z.string(),
  /** What is being spoken. */
  current: z.object({ title: z.string(), language }).nullable(),
  failures: z.array(
    z.object({ contentId: id, title: z.string(), language, failure: z.enum(GENERATION_FAILURES) }),
  ),
  createdAt: instant,
});
export type MissingNarrationsRun = z.infer<typeof run>;

export const findNarrationRun = declareEndpoint({
  method: 'GET',
  path: '/api/admin/narration/runs',
  access: 'editor',
  scope: 'narration',
  summary: 'The latest run that speaks what is missing; null when there never was one',
  replies: { 200: z.object({ run: run.nullable() }) },
});

const ceiling = z.int().min(0).max(1_000_000_000).nullable();

export const startNarrationRun = declareEndpoint({
  method: 'POST',
  path: '/api/admin/narration/runs',
  access: 'editor',
  scope: 'narration',
  summary:
    'Starts to speak everything that is missing, one recording after the other; refused while another run is open',
  body: z.strictObject({ ceiling, publishes: z.boolean() }),
  replies: { 202: z.object({ run }) },
});

export const changeNarrationRun = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/narration/runs/:id',
  access: 'editor',
  scope: 'narration',
  summary:
    'Pauses a run, resumes it (with another ceiling if one is given), cancels it, or tries its failures again',
  params: z.object({ id }),
  body: z.strictObject({
    action: z.enum(['pause', 'resume', 'cancel', 'again']),
    ceiling: ceiling.optional(),
  }),
  replies: { 200: z.object({ run }) },
});
export type NarrationRunAction = z.infer<typeof changeNarrationRun.body>['action'];
