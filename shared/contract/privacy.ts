import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, ok } from './fields.ts';

export const exportMe = endpoint({
  method: 'GET',
  path: '/api/users/me/export',
  access: 'signed_in',
  summary: 'Everything the product holds of the person, as one JSON file',
  replies: {
    200: z.object({
      product: z.string(),
      exportedAt: z.iso.datetime(),
      /** Rows by table, as they are stored. */
      tables: z.record(z.string(), z.array(z.record(z.string(), z.json()))),
    }),
  },
});

export const eraseMe = endpoint({
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
  replies: { 200: ok },
});
