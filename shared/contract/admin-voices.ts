import { z } from 'zod';
import { SPEECH_SPEED, STYLE_TARGETS, type VoiceStyleTarget } from '#shared/rules/speech.ts';
import { authorSlug, sessionVersion } from './admin-contents.ts';
import { declareEndpoint } from './endpoint.ts';
import { language, buildSingleLineTextSchema } from './fields.ts';

/** How fast a sentence is asked for; 1 is the provider's own. */
export const speechSpeed = z.number().min(SPEECH_SPEED.min).max(SPEECH_SPEED.max);

const word = z.strictObject({
  written: buildSingleLineTextSchema(80),
  spoken: buildSingleLineTextSchema(200),
});
const target = z
  .string()
  .max(100)
  .refine(
    (value): value is VoiceStyleTarget =>
      STYLE_TARGETS.some((one) => one === value) ||
      (value.startsWith('author:') && authorSlug.safeParse(value.slice('author:'.length)).success),
    { message: 'unknown' },
  );
/** A name, never a path or an option: it may become an argument of a program (`SPEECH_COMMAND`). */
const voice = z
  .string()
  .trim()
  .max(120)
  .regex(/^[A-Za-z0-9][\w .:+()-]*$/, { message: 'invalid' });
const style = z.strictObject({
  target,
  voice: voice.nullable(),
  speed: speechSpeed.nullable(),
  style: buildSingleLineTextSchema(500).nullable(),
});

const hasEachOnce = (names: readonly string[]) => new Set(names).size === names.length;

const words = z
  .array(word)
  .max(300)
  .refine((all) => hasEachOnce(all.map(({ written }) => written)), { message: 'taken' });
const styles = z
  .array(style)
  .max(60)
  .refine((all) => hasEachOnce(all.map((one) => one.target)), { message: 'taken' });

const stored = z.object({ version: sessionVersion, words: z.array(word), styles: z.array(style) });
const replies = { 200: z.object({ en: stored, fr: stored }) };

export const getNarrationSettings = declareEndpoint({
  method: 'GET',
  path: '/api/admin/voices',
  access: 'editor',
  summary: 'How sessions are spoken, by language: pronunciations, and voices by kind and author',
  replies,
});

export const saveNarrationSettings = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/voices',
  access: 'editor',
  summary:
    'Sets how the sessions of a language are spoken from now on; recordings stay as they are until they are spoken again',
  body: z.strictObject({ version: sessionVersion, language, words, styles }),
  replies,
});
