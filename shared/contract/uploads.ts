import { z } from 'zod';
import { MAX_UPLOAD_BYTES } from '#shared/rules/upload-limit.ts';
import { declareEndpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** Maximum size of a part: small, so that little is sent again after an interruption. */
export const MAX_CHUNK_BYTES = 262_144;

const offset = z.int().min(0).max(MAX_UPLOAD_BYTES);

export const beginUpload = declareEndpoint({
  method: 'POST',
  path: '/api/admin/uploads',
  access: 'editor',
  scope: 'content:write',
  summary: 'Begins to send a file, or goes on: the same fingerprint finds what is there of it',
  body: z.strictObject({
    bytes: z.int().min(1).max(MAX_UPLOAD_BYTES),
    /** Identifies the file, such as a hash of its name, size and date. */
    fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  replies: { 201: z.object({ id, offset }) },
});

export const getUpload = declareEndpoint({
  method: 'GET',
  path: '/api/admin/uploads/:id',
  access: 'editor',
  scope: 'content:write',
  summary: 'How much of a file is there',
  params: z.object({ id }),
  replies: { 200: z.object({ offset, bytes: offset }) },
});

/** Its body is the bytes themselves, as `application/offset+octet-stream`. */
export const appendToUpload = declareEndpoint({
  method: 'PATCH',
  path: '/api/admin/uploads/:id',
  access: 'editor',
  scope: 'content:write',
  summary: 'Adds the bytes that come next; at most 256 KiB at once',
  params: z.object({ id }),
  query: z.object({ offset: z.coerce.number().int().min(0).max(MAX_UPLOAD_BYTES) }),
  replies: { 200: z.object({ offset }) },
});
