import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, milliseconds, rating, timeZone } from './fields.ts';

const progress = z.object({
  contentId: id,
  positionMs: milliseconds,
  listenedMs: milliseconds,
  completedAt: instant.nullable(),
});
export type Progress = z.infer<typeof progress>;

/** A listen is named by the browser, so that one sent twice is kept once. */
export const recordListen = endpoint({
  method: 'POST',
  path: '/api/listens',
  access: 'pass',
  summary: 'Record a stretch of listening; the same id again changes nothing',
  body: z.object({
    id,
    contentId: id,
    startedAt: instant,
    endedAt: instant,
    positionMs: milliseconds,
    listenedMs: milliseconds,
    /** Marked complete by hand, or played to at least 90 %. */
    completed: z.boolean(),
    /** The zone of the device, for counting days as the person lived them. */
    timeZone,
  }),
  replies: { 200: progress },
});

export const saveRating = endpoint({
  method: 'PUT',
  path: '/api/contents/:id/rating',
  access: 'pass',
  summary: 'Rate a session; a rating given earlier elsewhere never replaces a later one',
  params: z.object({ id }),
  body: z.object({ rating, ratedAt: instant }),
  replies: { 200: z.object({ contentId: id, rating, ratedAt: instant }) },
});
