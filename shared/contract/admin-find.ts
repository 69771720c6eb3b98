import { z } from 'zod';
import { bulkReplySchema, seenSessionsSchema } from './admin-bulk.ts';
import { sessionVersion } from './admin-contents.ts';
import { declareEndpoint } from './endpoint.ts';
import { id, language, buildSingleLineTextSchema } from './fields.ts';
import { hasLineBreakOrControlCharacter } from '#shared/rules/typed-text.ts';

/** The least number of characters that are looked for: fewer would be in every script. */
export const MIN_WORD_SEARCH_LENGTH = 3;
const find = buildSingleLineTextSchema(200).refine(
  (value) => value.length >= MIN_WORD_SEARCH_LENGTH,
  {
    message: 'too_small',
  },
);
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

const foundLine = z.object({
  /** Number of the line in the script, from 1. */
  line: z.int(),
  text: z.string(),
  /** Where the words are in it. */
  spans: z.array(z.tuple([z.int(), z.int()])),
});
const foundSession = z.object({
  id,
  slug: z.string(),
  version: sessionVersion,
  title: z.string(),
  lines: z.array(foundLine.extend({ language })),
});
export type SessionWithFoundWords = z.infer<typeof foundSession>;

export const findWordsInContents = declareEndpoint({
  method: 'GET',
  path: '/api/admin/content-words',
  access: 'editor',
  summary:
    'The sessions in whose scripts, as last saved, words stand that people read or hear, each with its lines; a page at a time',
  query: z.object({
    find,
    language: language.optional(),
    isCaseSensitive: flag,
    isWholeWord: flag,
    limit: z.coerce.number().int().min(1).max(100).default(30),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  replies: { 200: z.object({ sessions: z.array(foundSession), hasMore: z.boolean() }) },
});

export const replaceWordsInContents = declareEndpoint({
  method: 'POST',
  path: '/api/admin/content-words',
  access: 'editor',
  summary:
    'Replaces words in the scripts of sessions, each saved as its next version; people see it once it is published',
  body: z.strictObject({
    find,
    replacement: z
      .string()
      .trim()
      .max(200)
      .refine((value) => value.isWellFormed() && !hasLineBreakOrControlCharacter(value), {
        message: 'control_characters',
      }),
    language: language.optional(),
    isCaseSensitive: z.boolean().default(false),
    isWholeWord: z.boolean().default(false),
    sessions: seenSessionsSchema,
  }),
  replies: { 200: bulkReplySchema },
});
