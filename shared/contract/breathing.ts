import { z } from 'zod';
import { BREATH_PATTERN_KEYS } from '#shared/rules/breathing.ts';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, milliseconds, okReply, timeZone } from './fields.ts';

/** The browser chooses the id, so that a repeated request is stored once. */
export const recordPractice = declareEndpoint({
  method: 'POST',
  path: '/api/practices',
  access: 'pass',
  summary: 'Record a breathing exercise; the same id again changes nothing',
  body: z.object({
    id,
    pattern: z.enum(BREATH_PATTERN_KEYS),
    startedAt: instant,
    endedAt: instant,
    practisedMs: milliseconds,
    /** The zone of the device, to which the practice day belongs. */
    timeZone,
  }),
  replies: { 200: okReply },
});
