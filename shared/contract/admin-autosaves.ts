import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { instant, buildSingleLineTextSchema } from './fields.ts';

/** Names a form of the studio and what is edited in it, such as `session 019a…`. */
const form = buildSingleLineTextSchema(120);
const version = z.int().min(0).max(1_000_000);

/** No form nests deeper. */
const MAX_DEPTH = 8;
const isShallow = (value: unknown, depth = MAX_DEPTH): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((one) => isShallow(one, depth - 1)));

/** The fields of a form, which only the form reads; the limit of a request's body is theirs. */
const typed = z
  .record(z.string().max(60), z.unknown())
  .refine((fields) => isShallow(fields), { message: 'too_big' });

export const getAutosave = declareEndpoint({
  method: 'GET',
  path: '/api/admin/autosaves',
  access: 'staff',
  summary: 'What the admin has written into a form of the studio and not saved, on any device',
  query: z.object({ form }),
  replies: {
    200: z.object({
      autosave: z
        .object({ version, typed: z.record(z.string(), z.unknown()), writtenAt: instant })
        .nullable(),
    }),
  },
});

export const saveAutosave = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/autosaves',
  access: 'staff',
  summary:
    'Keeps what the admin has written into a form and not saved; null once nothing is unsaved. The later write wins',
  body: z.strictObject({ form, version, typed: typed.nullable(), writtenAt: instant }),
  replies: { 200: z.object({ writtenAt: instant }) },
});
