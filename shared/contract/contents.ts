import { z } from 'zod';
import { SESSION_LIST_SORTS } from '#shared/rules/search-terms.ts';
import { SESSION_GUARDS } from '#shared/rules/guards.ts';
import { SELF_RATING_NAMES, SCRIPT_SOUNDS, SESSION_FORMS } from '#shared/rules/script-timing.ts';
import { SITUATIONS } from '#shared/rules/situations.ts';
import { TONIGHT_FEARS } from '#shared/rules/tonight.ts';
import { declareEndpoint } from './endpoint.ts';
import {
  sessionCategory,
  fearArea,
  id,
  instant,
  sessionKind,
  language,
  milliseconds,
  helpfulnessRating,
  selfRating,
  timeZone,
} from './fields.ts';

/** A session as lists, cards and recommendations show it. */
export const contentSummarySchema = z.object({
  id,
  slug: z.string(),
  kind: sessionKind,
  category: sessionCategory,
  areas: z.array(fearArea),
  form: z.enum(SESSION_FORMS),
  /** The situations it is for; the first is the subject of its picture. */
  situations: z.array(z.enum(SITUATIONS)),
  /** Whether it concerns only some people, such as those who faint: it is never recommended unasked. */
  optIn: z.boolean(),
  /** The risk that its listener is asked about before it plays; null without one. */
  guard: z.enum(SESSION_GUARDS).nullable(),
  language,
  title: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  author: z.string(),
  durationMs: milliseconds,
  publishedAt: instant,
  completed: z.boolean(),
});
export type ContentSummary = z.infer<typeof contentSummarySchema>;

const at = z.int();
const duration = at;
const untimedCue = z.discriminatedUnion('type', [
  z.object({ type: z.literal('say'), duration, text: z.string(), paragraph: z.int() }),
  z.object({ type: z.literal('pause'), duration }),
  z.object({
    type: z.literal('breathe'),
    duration,
    in: z.number(),
    holdIn: z.number(),
    out: z.number(),
    holdOut: z.number(),
    cycles: z.int(),
  }),
  z.object({ type: z.literal('chime'), duration }),
  z.object({
    type: z.literal('ambience'),
    duration,
    name: z.enum(['cabin', 'rain', 'brown', 'pad', 'none']),
  }),
  z.object({ type: z.literal('sound'), duration, name: z.enum(SCRIPT_SOUNDS) }),
  z.object({ type: z.literal('wait'), duration }),
  z.object({ type: z.literal('rate'), duration, name: z.enum(SELF_RATING_NAMES) }),
]);
const [say, pause, breathe, chime, ambience, sound, wait, rate] = untimedCue.options;
const cue = z.discriminatedUnion('type', [
  say.extend({ at }),
  pause.extend({ at }),
  breathe.extend({ at }),
  chime.extend({ at }),
  ambience.extend({ at }),
  sound.extend({ at }),
  wait.extend({ at }),
  rate.extend({ at }),
]);

export const contentDetailSchema = contentSummarySchema.extend({
  authorId: id,
  authorAbout: z.string(),
  authorPortrait: z.string().nullable(),
  sources: z.array(z.string()),
  cues: z.array(cue),
  /** A recorded narration, when there is one for this language. */
  recordingUrl: z.string().nullable(),
  rating: helpfulnessRating.nullable(),
  /** Its ratings of the last twelve hours, the first one first; null without consent to health data. */
  selfRatings: z.array(selfRating).nullable(),
  positionMs: milliseconds,
  /** When the position was reached, on whichever device. */
  listenedAt: instant.nullable(),
  completedAt: instant.nullable(),
});
export type ContentDetail = z.infer<typeof contentDetailSchema>;

export const listContents = declareEndpoint({
  method: 'GET',
  path: '/api/contents',
  access: 'pass',
  summary: 'Sessions, a page at a time',
  query: z.object({
    category: sessionCategory.optional(),
    /** Filters of the list; a search ignores all three. */
    situation: z.enum(SITUATIONS).optional(),
    fear: z.enum(TONIGHT_FEARS).optional(),
    form: z.enum(SESSION_FORMS).optional(),
    /** By default by relevance for a search, else the newest first. */
    sort: z.enum(SESSION_LIST_SORTS).optional(),
    limit: z.coerce.number().int().min(1).max(50).default(20),
    cursor: z.string().max(200).optional(),
    /** The search as typed; without letters and digits it is no search. */
    search: z.string().max(200).optional(),
  }),
  replies: {
    200: z.object({
      items: z.array(contentSummarySchema),
      nextCursor: z.string().nullable(),
      /** Number of sessions with these filters; null for a search and for later pages. */
      total: z.int().nullable(),
      /** Whether these only resemble the search, because nothing matched its words. */
      near: z.boolean(),
    }),
  },
});

export const getContent = declareEndpoint({
  method: 'GET',
  path: '/api/contents/:id',
  access: 'pass',
  summary: 'One session with its script, in the language of the profile',
  params: z.object({ id }),
  replies: { 200: contentDetailSchema },
});

/** What a session has beside what lists show of it, alike for every reader. */
const sessionText = contentDetailSchema
  .pick({
    id: true,
    authorId: true,
    authorAbout: true,
    authorPortrait: true,
    sources: true,
    recordingUrl: true,
  })
  .extend({
    /** Each begins where the one before it ends (shared/rules/script-timing.ts, assignCueTimes). */
    cues: z.array(untimedCue),
  });
export type SessionText = z.infer<typeof sessionText>;

/** In one reply, because compressed together the texts weigh less than half. */
export const listSessionTexts = declareEndpoint({
  method: 'GET',
  path: '/api/contents/texts',
  access: 'pass',
  summary: 'The scripts of all sessions, in the language of the profile',
  replies: { 200: z.object({ language, items: z.array(sessionText) }) },
});

const ownProgress = z.object({
  progress: z.array(
    z.object({
      contentId: id,
      positionMs: milliseconds,
      listenedAt: instant,
      completedAt: instant.nullable(),
    }),
  ),
  ratings: z.array(z.object({ contentId: id, rating: helpfulnessRating })),
  /** Those of the last twelve hours, the first one first; null without consent to health data. */
  selfRatings: z.array(z.object({ contentId: id, given: selfRating })).nullable(),
});
export type OwnProgressAndRatings = z.infer<typeof ownProgress>;

export const listSessionProgress = declareEndpoint({
  method: 'GET',
  path: '/api/contents/progress',
  access: 'pass',
  summary: 'What the person has done with sessions: only those that were listened to or rated',
  replies: { 200: ownProgress },
});

export const getNextContent = declareEndpoint({
  method: 'GET',
  path: '/api/contents/:id/next',
  access: 'pass',
  summary: 'The next session of today after this one, with its reason',
  params: z.object({ id }),
  query: z.object({ timeZone }),
  replies: {
    200: z.object({
      next: z
        .object({
          content: contentSummarySchema,
          reason: z.object({ code: z.string(), area: fearArea.nullable() }),
        })
        .nullable(),
    }),
  },
});

/** A session as a guest with the link sees it: `excerpt` is the first minute, or the whole script when it is free. */
export const sharedSessionSchema = contentSummarySchema
  .pick({
    id: true,
    kind: true,
    category: true,
    language: true,
    title: true,
    summary: true,
    situations: true,
    durationMs: true,
  })
  .extend({ isFree: z.boolean(), excerpt: z.array(cue) });
export type SharedSession = z.infer<typeof sharedSessionSchema>;

export const getSharedSession = declareEndpoint({
  method: 'GET',
  path: '/api/shared-sessions/:id',
  access: 'public',
  summary: 'A shared session, for anybody: its summary and an excerpt',
  params: z.object({ id }),
  query: z.object({ language: language.default('en') }),
  replies: { 200: sharedSessionSchema },
});
