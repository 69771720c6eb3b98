import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { civilDate, id, language, sessionKind } from './fields.ts';

/** What the list of sessions can be ordered by. */
const SORTS = ['plays', 'finished', 'helpful', 'stays', 'questions'] as const;
export type SessionTotalSort = (typeof SORTS)[number];

/** A figure that is null where one to four people did something. */
const hideable = z.int().nullable();

const sessionTotal = z.object({
  id,
  language,
  title: z.string(),
  kind: sessionKind,
  /** No longer in the library. */
  isUnpublished: z.boolean(),
  /** What a listener heard of it on a day counts once; all of these are null together. */
  plays: hideable,
  /** Plays that reached the end. */
  finished: hideable,
  /** How many of the others stopped in each tenth of the session. */
  stops: z.array(z.int()).length(10).nullable(),
  /** Stays in a feared scene that plays came to the end of, of all those in the sessions that were played. */
  staysDone: hideable,
  stays: hideable,
  /** All of them or none, so that the few who were not helped are seen. */
  ratings: z
    .object({ very_helpful: z.int(), somewhat_helpful: z.int(), not_helpful: z.int() })
    .nullable(),
  questions: hideable,
});
export type SessionTotals = z.infer<typeof sessionTotal>;

/** Names the last row of a page: its value in the order, session and language. */
const cursor = z
  .string()
  .regex(
    /^-?\d{1,12}(?:\.\d{1,20})?(?:e-\d{1,2})?~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}~(?:en|fr)$/u,
  );

export const listSessionTotals = declareEndpoint({
  method: 'GET',
  path: '/api/admin/session-totals',
  access: 'editor',
  summary:
    'What all people together did with each session, by the language of their account: nothing of fewer than five people',
  query: z.object({
    sort: z.enum(SORTS).default('plays'),
    order: z.enum(['highest', 'lowest']).default('highest'),
    language: language.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(30),
    after: cursor.optional(),
  }),
  replies: {
    200: z.object({
      /** The last day (UTC) that is in it; null before the first time. */
      lastDay: civilDate.nullable(),
      sessions: z.array(sessionTotal).max(100),
      /** `after` of the next page; null on the last one. */
      next: cursor.nullable(),
    }),
  },
});
