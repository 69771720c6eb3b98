import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { id, buildSingleLineTextSchema, buildTextSchema } from './fields.ts';
import { lastEditSchema, rowVersion } from './admin.ts';

const authorText = z.strictObject({
  name: buildSingleLineTextSchema(120),
  /** Their profession, such as `Airline captain`; may be empty. */
  role: buildSingleLineTextSchema(120).or(z.literal('')),
  about: buildTextSchema(4000),
});
const authorTexts = z.strictObject({ en: authorText, fr: authorText });
export type AuthorTexts = z.infer<typeof authorTexts>;

const author = z.object({
  id,
  slug: z.string(),
  version: rowVersion,
  texts: authorTexts,
  /** URL of their picture; null without one. */
  portrait: z.string().nullable(),
  lastEdit: lastEditSchema,
});
export type StudioAuthor = z.infer<typeof author>;

export const listAuthors = declareEndpoint({
  method: 'GET',
  path: '/api/admin/authors',
  access: 'editor',
  scope: 'content:read',
  summary: 'Authors by name, with the number of their sessions on show',
  replies: {
    200: z.object({
      authors: z.array(
        z.object({ id, slug: z.string(), name: z.string(), role: z.string(), sessions: z.int() }),
      ),
    }),
  },
});

export const getAuthor = declareEndpoint({
  method: 'GET',
  path: '/api/admin/authors/:id',
  access: 'editor',
  scope: 'content:read',
  summary: 'One author in both languages',
  params: z.object({ id }),
  replies: { 200: author },
});

export const createAuthor = declareEndpoint({
  method: 'POST',
  path: '/api/admin/authors',
  access: 'editor',
  scope: 'content:write',
  summary: 'Adds an author',
  body: z.strictObject({ texts: authorTexts }),
  replies: { 201: author },
});

export const changeAuthor = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/authors/:id',
  access: 'editor',
  scope: 'content:write',
  summary: 'Changes the texts of an author; `version` is the one that the page showed',
  params: z.object({ id }),
  body: z.strictObject({ version: rowVersion, texts: authorTexts }),
  replies: { 200: author },
});

export const changeAuthorPortrait = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/authors/:id/portrait',
  access: 'editor',
  scope: 'content:write',
  summary: 'Sets an uploaded picture of an author, or removes it (null)',
  params: z.object({ id }),
  body: z.strictObject({ version: rowVersion, uploadId: id.nullable() }),
  replies: { 200: author },
});
