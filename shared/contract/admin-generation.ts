import { z } from 'zod';
import { SITUATIONS } from '#shared/rules/situations.ts';
import { version } from './admin-contents.ts';
import { endpoint } from './endpoint.ts';
import { category, fearArea, id, instant, kind, language, text } from './fields.ts';

/** What a session is to be about. */
export const brief = z.strictObject({
  kind,
  category,
  /** The main area first. */
  areas: z.array(fearArea).min(1).max(6),
  situation: z.enum(SITUATIONS),
  minutes: z.int().min(2).max(30),
  /** The language that is written first; the other one is written from the same brief. */
  language,
  /** The slug of who signs it. */
  author: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(80),
  /** In the words of whoever asks for it. */
  about: text(2000),
});
export type Brief = z.infer<typeof brief>;

export const GENERATION_FAILURES = [
  'provider_refused',
  'provider_unreachable',
  'provider_garbage',
  'command_failed',
  'changed',
  'storage_full',
  'unknown',
] as const;

const generation = z.object({
  id,
  kind: z.enum(['draft', 'narration']),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** What the brief is about, or the title of the session. */
  title: z.string(),
  /** The language that is narrated. */
  language: language.nullable(),
  /** The session that is narrated, or that the draft has become. */
  contentId: id.nullable(),
  done: z.int(),
  /** 0 until it is known. */
  total: z.int(),
  tokens: z.int(),
  characters: z.int(),
  /** What it has cost so far, at the prices that are set; null where none is. */
  cost: z.number().nullable(),
  /** What keeps the draft from being published. */
  faults: z.int().nullable(),
  failure: z.enum(GENERATION_FAILURES).nullable(),
  createdAt: instant,
});
export type Generation = z.infer<typeof generation>;

export const listGenerations = endpoint({
  method: 'GET',
  path: '/api/admin/generations',
  access: 'admin',
  summary:
    'What is drafted and narrated, newest first, and by which providers; keys are never told',
  replies: {
    200: z.object({
      /** The model that writes drafts; null where none is set. */
      writer: z.string().nullable(),
      /** The model or the command that narrates; null where none is set. */
      speaker: z.string().nullable(),
      /** Of the prices, such as `USD`. */
      currency: z.string(),
      generations: z.array(generation),
    }),
  },
});

export const startDraft = endpoint({
  method: 'POST',
  path: '/api/admin/generations',
  access: 'admin',
  summary:
    'Has a draft written from a brief, in both languages; nobody sees it until it is published',
  body: brief,
  replies: { 202: generation },
});

export const startNarration = endpoint({
  method: 'POST',
  path: '/api/admin/contents/:id/narration',
  access: 'admin',
  summary:
    'Has the saved script of a session spoken in one language; sentences that were spoken before are not again',
  params: z.object({ id }),
  body: z.strictObject({ version, language }),
  replies: { 202: generation },
});

export const cancelGeneration = endpoint({
  method: 'POST',
  path: '/api/admin/generations/:id/cancel',
  access: 'admin',
  summary: 'Ends what is waiting or under way; what is over stays as it is',
  params: z.object({ id }),
  replies: { 200: generation },
});
