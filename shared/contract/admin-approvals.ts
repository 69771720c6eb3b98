import { z } from 'zod';
import { sessionVersion, studioSession } from './admin-contents.ts';
import { speechSpeed } from './admin-voices.ts';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, language, milliseconds, buildTextSchema } from './fields.ts';

const waiting = z.object({
  contentId: id,
  language,
  title: z.string(),
  durationMs: milliseconds,
  addedAt: instant,
});
export type UnapprovedRecording = z.infer<typeof waiting>;

export const listUnapprovedRecordings = declareEndpoint({
  method: 'GET',
  path: '/api/admin/narration/approvals',
  access: 'editor',
  summary:
    'Recordings that were spoken and that nobody has approved yet, oldest first, and their number',
  replies: { 200: z.object({ waiting: z.array(waiting), total: z.int() }) },
});

/** How a sentence is said otherwise than the rest; null where it is said as they are. */
export const sentenceManner = {
  speed: speechSpeed.nullable(),
  /** What the provider is given in place of the sentence. */
  spoken: buildTextSchema(1000).nullable(),
};

const sentence = z.object({
  text: z.string(),
  /** Where it begins and ends in the recording, in milliseconds. */
  from: milliseconds,
  to: milliseconds,
  /** Whether it sounds otherwise than in the recording that was approved last. */
  isNew: z.boolean(),
  take: z.int(),
  ...sentenceManner,
});
export type SpokenSentence = z.infer<typeof sentence>;

export const getSpokenRecording = declareEndpoint({
  method: 'GET',
  path: '/api/admin/contents/:id/narration',
  access: 'editor',
  summary: 'The spoken recording of a session in a language, sentence by sentence',
  params: z.object({ id }),
  query: z.object({ language }),
  replies: {
    200: z.object({
      /** That of the session, as other changes ask for it. */
      version: sessionVersion,
      title: z.string(),
      url: z.string(),
      approvedAt: instant.nullable(),
      sentences: z.array(sentence),
    }),
  },
});
export const approveRecording = declareEndpoint({
  method: 'POST',
  path: '/api/admin/contents/:id/narration/approval',
  access: 'editor',
  summary:
    'Approves the spoken recording of a session in a language, and publishes the session where its recordings are all that has changed since it was published',
  params: z.object({ id }),
  body: z.strictObject({ version: sessionVersion, language }),
  replies: { 200: z.object({ published: z.boolean() }) },
});

const former = z.object({
  id,
  language,
  url: z.string(),
  durationMs: milliseconds,
  origin: z.enum(['upload', 'speech']),
  /** Whether it matches the script as it is saved now. */
  fits: z.boolean(),
  addedAt: instant,
  approvedAt: instant.nullable(),
});
export type FormerRecording = z.infer<typeof former>;

export const listFormerRecordings = declareEndpoint({
  method: 'GET',
  path: '/api/admin/contents/:id/former-recordings',
  access: 'editor',
  summary: 'The last recordings of a session that were replaced or removed, newest first',
  params: z.object({ id }),
  replies: { 200: z.object({ recordings: z.array(former) }) },
});

export const restoreFormerRecording = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/contents/:id/former-recordings',
  access: 'editor',
  summary:
    'Makes a former recording of a session the present one, which becomes a former one; people hear it once it is published',
  params: z.object({ id }),
  body: z.strictObject({ version: sessionVersion, recordingId: id }),
  replies: { 200: studioSession },
});
