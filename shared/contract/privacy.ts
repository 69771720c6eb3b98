import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { email, instant, okReply } from './fields.ts';

const exportedData = z.object({
  product: z.string(),
  exportedAt: z.iso.datetime(),
  /** Rows by table, as they are stored. */
  tables: z.record(z.string(), z.array(z.record(z.string(), z.json()))),
});

export type ExportedData = z.infer<typeof exportedData>;

export const exportOwnData = declareEndpoint({
  method: 'POST',
  path: '/api/users/me/export',
  access: 'signed_in',
  summary:
    'Everything the product holds of the person, as one JSON file; 202 where it is much, and prepared in the background',
  body: z.object({
    /** Needed where the identity has a password; others need a fresh sign-in. */
    currentPassword: z.string().max(128).optional(),
  }),
  replies: { 200: exportedData, 202: z.object({ state: z.literal('preparing') }) },
});

export const getExportState = declareEndpoint({
  method: 'GET',
  path: '/api/users/me/export',
  access: 'signed_in',
  summary: 'Whether an export is being prepared or can be fetched, and until when',
  replies: {
    200: z.object({ state: z.enum(['none', 'preparing', 'ready']), until: instant.nullable() }),
  },
});

export const getExportFile = declareEndpoint({
  method: 'GET',
  path: '/api/users/me/export/file',
  access: 'signed_in',
  summary: 'The export that was prepared, for whom it is about alone',
  replies: { 200: exportedData },
});

export const eraseOwnAccount = declareEndpoint({
  method: 'DELETE',
  path: '/api/users/me',
  access: 'signed_in',
  summary: 'Erase the account and every row of the person; nothing brings them back',
  body: z.object({
    /** The person's own address, typed again as confirmation. */
    email,
    /** Needed where the identity has a password. */
    currentPassword: z.string().max(128).optional(),
  }),
  replies: { 200: okReply },
});
