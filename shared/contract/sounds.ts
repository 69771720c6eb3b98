import { z } from 'zod';
import { PRACTISED_SOUNDS } from '#shared/rules/sound-practice.ts';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, okReply } from './fields.ts';

const practice = z.object({
  /** The browser chooses it, so that a repeated request is stored once. */
  id,
  sound: z.enum(PRACTISED_SOUNDS),
  at: instant,
  /** How sure the person was of what it is, in per cent. */
  sure: z.int().min(0).max(100),
  knew: z.boolean(),
});

export const soundPracticesSchema = z.object({
  items: z.array(practice.extend({ at: z.string() })),
});
export type SoundGuesses = z.infer<typeof soundPracticesSchema>;

export const getSoundPractices = declareEndpoint({
  method: 'GET',
  path: '/api/sound-practices',
  access: 'pass',
  summary: 'The latest times that the person practised sounds of a flight, the latest first',
  replies: { 200: soundPracticesSchema },
});

export const recordSoundPractice = declareEndpoint({
  method: 'POST',
  path: '/api/sound-practices',
  access: 'pass',
  summary: 'Record that a sound was practised; the same id again changes nothing',
  body: practice,
  replies: { 200: okReply },
});
