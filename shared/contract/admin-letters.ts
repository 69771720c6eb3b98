import { z } from 'zod';
import {
  LETTER_FIELDS,
  LETTER_NAMES,
  type LetterName,
  MAX_LETTER_FIELD_LENGTH,
} from '#shared/rules/letters.ts';
import { declareEndpoint } from './endpoint.ts';
import { instant, language, buildTextSchema } from './fields.ts';

const name = z.enum(LETTER_NAMES as [LetterName, ...LetterName[]]);
const params = z.object({ name });
const texts = z.partialRecord(z.enum(LETTER_FIELDS), buildTextSchema(MAX_LETTER_FIELD_LENGTH));

/** How many versions of a letter are kept, in each language. */
export const MAX_LETTER_VERSIONS = 30;

const sample = z.object({ subject: z.string(), html: z.string(), text: z.string() });
const letter = z.object({
  ours: texts,
  /** The operator's own; null where ours are sent. */
  edited: texts.nullable(),
  /** Number of the last version; 0 where there is none. */
  version: z.int().min(0),
  /** The newest first. */
  versions: z
    .array(
      z.object({
        version: z.int(),
        savedAt: instant,
        /** By address; null once the account is deleted. */
        by: z.string().nullable(),
        texts: texts.nullable(),
      }),
    )
    .max(MAX_LETTER_VERSIONS),
  /** As it is sent now, with sample data. */
  sample,
});
export type ShownLetter = z.infer<typeof letter>;

export const listLetters = declareEndpoint({
  method: 'GET',
  path: '/api/admin/letters',
  access: 'admin',
  summary: 'Which e-mails say something else than ours, by language',
  replies: {
    200: z.object({
      edited: z.array(z.object({ name, language })).max(2 * LETTER_NAMES.length),
    }),
  },
});

export const getLetter = declareEndpoint({
  method: 'GET',
  path: '/api/admin/letters/:name',
  access: 'admin',
  summary: 'An e-mail in a language: ours, the operator’s, its versions, and how it looks',
  params,
  query: z.object({ language }),
  replies: { 200: letter },
});

export const saveLetter = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/letters/:name',
  access: 'admin',
  fresh: true,
  summary: 'Saves the operator’s texts of an e-mail, or goes back to ours (null)',
  params,
  body: z.strictObject({ language, version: z.int().min(0), texts: texts.nullable() }),
  replies: { 200: letter },
});

export const previewLetter = declareEndpoint({
  method: 'POST',
  path: '/api/admin/letters/:name/preview',
  access: 'admin',
  summary: 'An e-mail with sample data, as it would look with texts that are not saved',
  params,
  body: z.strictObject({ language, texts }),
  replies: { 200: z.object({ sample }) },
});

export const sendSampleLetter = declareEndpoint({
  method: 'POST',
  path: '/api/admin/letters/:name/sample',
  access: 'admin',
  summary: 'Sends an e-mail with sample data to whoever asks for it',
  params,
  body: z.strictObject({ language }),
  replies: { 200: z.object({ to: z.string() }) },
});
