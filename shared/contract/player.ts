import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, milliseconds, helpfulnessRating, selfRating, timeZone } from './fields.ts';

const progress = z.object({
  contentId: id,
  positionMs: milliseconds,
  /** Over all listens, so it may exceed a day. */
  listenedMs: z.int().min(0),
  listenedAt: instant,
  completedAt: instant.nullable(),
  /** Whether the session was unpublished meanwhile; the listen counts all the same. */
  unpublished: z.boolean(),
});
export type SessionProgress = z.infer<typeof progress>;

/**
 * Upper limit of `listenedMs`: the elapsed time at the fastest playback speed, plus a tolerance for clock
 * corrections.
 */
const MAX_SPEED = 1.5;
const CLOCK_TOLERANCE_MS = 60_000;

/** The browser chooses the id, so that a repeated request is stored once. */
export const recordListen = declareEndpoint({
  method: 'POST',
  path: '/api/listens',
  // Without a pass for what is free; the handler refuses the rest.
  access: 'onboarded',
  summary:
    'Record a stretch of listening; the same id again changes nothing, with other content it is refused',
  body: z
    .object({
      id,
      contentId: id,
      startedAt: instant,
      endedAt: instant,
      positionMs: milliseconds,
      listenedMs: milliseconds,
      /** Marked complete by hand, or played to at least 90 %. */
      completed: z.boolean(),
      /** The zone of the device, to which the practice day belongs. */
      timeZone,
      /**
       * What the session asked for meanwhile. Kept only under the consent to health data; without it the listen counts
       * all the same.
       */
      selfRatings: z
        .array(selfRating)
        .max(100)
        .refine((given) => new Set(given.map(({ cue }) => cue)).size === given.length, {
          message: 'duplicate',
        })
        .optional(),
    })
    .refine(
      ({ startedAt, endedAt, listenedMs }) =>
        listenedMs <=
        MAX_SPEED * Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) + CLOCK_TOLERANCE_MS,
      { path: ['listenedMs'], message: 'out_of_range' },
    ),
  replies: { 200: progress },
});

export const saveSessionRating = declareEndpoint({
  method: 'PUT',
  path: '/api/contents/:id/rating',
  access: 'pass',
  summary: 'Rate a session; a rating given earlier on another device never replaces a later one',
  params: z.object({ id }),
  body: z.object({ rating: helpfulnessRating, ratedAt: instant }),
  replies: { 200: z.object({ contentId: id, rating: helpfulnessRating, ratedAt: instant }) },
});
