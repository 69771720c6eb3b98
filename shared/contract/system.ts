import { z } from 'zod';
import { OPERATOR_DETAILS } from '#shared/rules/operator.ts';
import { declareEndpoint } from './endpoint.ts';
import { firebaseWebConfigSchema } from './firebase.ts';

export const getConfig = declareEndpoint({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary: 'What this installation has switched on',
  replies: {
    200: z.object({
      authProvider: z.enum(['builtin', 'firebase']),
      /** Set only in firebase mode. */
      firebase: firebaseWebConfigSchema.optional(),
      /** Whether people can sign in with Google. */
      google: z.boolean(),
      billing: z.enum(['sandbox', 'stripe', 'off']),
      /** By which devices verify a grant of access (P-256, uncompressed point, base64url). */
      grantKey: z.string(),
      /** Who runs it, for the legal texts; null for missing details. */
      operator: z.record(z.enum(OPERATOR_DETAILS), z.string().nullable()),
    }),
  },
});

export const getHealth = declareEndpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'The process is alive',
  replies: { 200: z.object({ status: z.literal('ok') }) },
});

export const getReadiness = declareEndpoint({
  method: 'GET',
  path: '/ready',
  access: 'public',
  summary: 'The database answers and the server is not stopping',
  replies: {
    200: z.object({
      status: z.literal('ready'),
      /** State of the job queue, for admins only. */
      jobs: z
        .object({
          waiting: z.int(),
          running: z.int(),
          /** Jobs that failed for good within the last minutes. */
          failed: z.int(),
          /** Age of the oldest that waits or runs; null when there is none. */
          oldestSeconds: z.int().nullable(),
        })
        .optional(),
    }),
  },
});
