import { z } from 'zod';
import { SITUATIONS } from '#shared/rules/situations.ts';
import { sessionVersion } from './admin-contents.ts';
import { sentenceManner } from './admin-approvals.ts';
import { declareEndpoint } from './endpoint.ts';
import {
  sessionCategory,
  fearArea,
  id,
  instant,
  sessionKind,
  language,
  buildTextSchema,
} from './fields.ts';

/** What a new session should be about. */
export const briefSchema = z.strictObject({
  kind: sessionKind,
  category: sessionCategory,
  areas: z.array(fearArea).min(1).max(6),
  situation: z.enum(SITUATIONS),
  minutes: z.int().min(2).max(30),
  /** The language that is written first; the other one is then written from the same brief. */
  language,
  author: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    .max(80),
  about: buildTextSchema(2000),
});
export type Brief = z.infer<typeof briefSchema>;

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
  /** What a draft was asked for; null for a narration. */
  brief: briefSchema.nullable(),
  language: language.nullable(),
  /** The session that is narrated, or that the draft has become. */
  contentId: id.nullable(),
  done: z.int(),
  /** 0 while unknown. */
  total: z.int(),
  tokens: z.int(),
  characters: z.int(),
  /** The cost so far, at the configured prices; null without them. */
  cost: z.number().nullable(),
  /** Number of findings that prevent publication; null until it is written. */
  faults: z.int().nullable(),
  failure: z.enum(GENERATION_FAILURES).nullable(),
  createdAt: instant,
});
export type Generation = z.infer<typeof generation>;

export const listGenerations = declareEndpoint({
  method: 'GET',
  path: '/api/admin/generations',
  access: 'editor',
  summary: 'Drafts and narrations, newest first, and the providers in use; never their keys',
  replies: {
    200: z.object({
      /** The model that writes drafts; null when none is configured. */
      writer: z.string().nullable(),
      /** The model or command that narrates; null when none is configured. */
      speaker: z.string().nullable(),
      currency: z.string(),
      generations: z.array(generation),
    }),
  },
});

export const queueDraft = declareEndpoint({
  method: 'POST',
  path: '/api/admin/generations',
  access: 'editor',
  summary:
    'Starts to write a draft from a brief, in both languages; only admins see it until it is published',
  body: briefSchema,
  replies: { 202: generation },
});

export const queueNarration = declareEndpoint({
  method: 'POST',
  path: '/api/admin/contents/:id/narration',
  access: 'editor',
  scope: 'narration',
  summary:
    'Starts to narrate the saved script of a session in one language; sentences narrated before are reused',
  params: z.object({ id }),
  body: z.strictObject({
    version: sessionVersion,
    language,
    /** Publish the session then, unless it was saved since. */
    publishes: z.boolean().default(false),
    /** A sentence that is to be said again, and how; the others stay as they are. */
    again: z.strictObject({ text: buildTextSchema(2000), ...sentenceManner }).optional(),
  }),
  replies: { 202: generation },
});

export const cancelGeneration = declareEndpoint({
  method: 'POST',
  path: '/api/admin/generations/:id/cancel',
  access: 'editor',
  summary: 'Cancels a waiting or running generation; a finished one does not change',
  params: z.object({ id }),
  replies: { 200: generation },
});
