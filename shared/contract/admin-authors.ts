import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, line, text } from './fields.ts';
import { lastEdit, version } from './admin.ts';

const authorText = z.strictObject({
  name: line(120),
  /** What they do, such as `Airline captain`; empty where it is not said. */
  role: line(120).or(z.literal('')),
  about: text(4000),
});
const authorTexts = z.strictObject({ en: authorText, fr: authorText });
export type AuthorTexts = z.infer<typeof authorTexts>;

const author = z.object({
  id,
  slug: z.string(),
  version,
  texts: authorTexts,
  /** The address of the picture of them, if there is one. */
  portrait: z.string().nullable(),
  lastEdit,
});
export type AuthorReply = z.infer<typeof author>;

export const listAuthors = endpoint({
  method: 'GET',
  path: '/api/admin/authors',
  access: 'admin',
  summary: 'Who sessions are by, with how many are on show, by name',
  replies: {
    200: z.object({
      authors: z.array(
        z.object({ id, slug: z.string(), name: z.string(), role: z.string(), sessions: z.int() }),
      ),
    }),
  },
});

export const getAuthor = endpoint({
  method: 'GET',
  path: '/api/admin/authors/:id',
  access: 'admin',
  summary: 'One author in both languages',
  params: z.object({ id }),
  replies: { 200: author },
});

export const createAuthor = endpoint({
  method: 'POST',
  path: '/api/admin/authors',
  access: 'admin',
  summary: 'Adds an author',
  body: z.strictObject({ texts: authorTexts }),
  replies: { 201: author },
});

export const changeAuthor = endpoint({
  method: 'PUT',
  path: '/api/admin/authors/:id',
  access: 'admin',
  summary: 'Changes what is said of an author; `version` is the one that was seen',
  params: z.object({ id }),
  body: z.strictObject({ version, texts: authorTexts }),
  replies: { 200: author },
});

export const changePortrait = endpoint({
  method: 'PUT',
  path: '/api/admin/authors/:id/portrait',
  access: 'admin',
  summary: 'Puts a picture that was sent to an author, or takes it away (null)',
  params: z.object({ id }),
  body: z.strictObject({ version, uploadId: id.nullable() }),
  replies: { 200: author },
});
