import { z } from 'zod';
import { API_SCOPES, API_TOKEN_DAYS, MAX_API_TOKENS } from '#shared/rules/api-scopes.ts';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, buildSingleLineTextSchema } from './fields.ts';

const scopes = z.array(z.enum(API_SCOPES)).min(1).max(API_SCOPES.length);
const tokens = z
  .array(
    z.object({
      id,
      name: z.string(),
      scopes,
      /** Whose it is, by address: it may do what they may, and ends with their account. */
      by: z.string(),
      createdAt: instant,
      expiresAt: instant,
      /** To the minute; null while it was never used. */
      lastUsedAt: instant.nullable(),
    }),
  )
  .max(MAX_API_TOKENS);
export type ApiTokens = z.infer<typeof tokens>;

export const listApiTokens = declareEndpoint({
  method: 'GET',
  path: '/api/admin/tokens',
  access: 'admin',
  summary: 'The tokens by which programs call the studio, the newest first',
  replies: { 200: z.object({ tokens }) },
});

export const createApiToken = declareEndpoint({
  method: 'POST',
  path: '/api/admin/tokens',
  access: 'admin',
  fresh: true,
  summary:
    'Creates such a token, which is told only now; it is sent as `Authorization: Bearer`, and may do what its scopes name',
  body: z.strictObject({
    name: buildSingleLineTextSchema(60),
    scopes,
    days: z.union(API_TOKEN_DAYS.map((days) => z.literal(days))),
  }),
  replies: { 201: z.object({ token: z.string(), tokens }) },
});

export const revokeApiToken = declareEndpoint({
  method: 'POST',
  path: '/api/admin/tokens/:id/revoke',
  access: 'admin',
  summary: 'Ends a token, from the next request on',
  params: z.object({ id }),
  replies: { 200: z.object({ tokens }) },
});
