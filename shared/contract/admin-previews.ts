import { z } from 'zod';
import { sessionVersion } from './admin-contents.ts';
import { sharedSessionSchema } from './contents.ts';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, language } from './fields.ts';

const links = z.array(
  z.object({
    id,
    createdAt: instant,
    /** Whose it is, by address; null when the account is deleted. */
    by: z.string().nullable(),
    expiresAt: instant,
  }),
);

export const listPreviewLinks = declareEndpoint({
  method: 'GET',
  path: '/api/admin/contents/:id/preview-links',
  access: 'editor',
  summary: 'The links that show a session, as it is saved, to somebody without an account',
  params: z.object({ id }),
  replies: { 200: z.object({ links }) },
});

export const createPreviewLink = declareEndpoint({
  method: 'POST',
  path: '/api/admin/contents/:id/preview-links',
  access: 'editor',
  summary: 'Creates such a link, which is told only now, for so many days',
  params: z.object({ id }),
  body: z.strictObject({ days: z.int().min(1).max(90) }),
  replies: { 201: z.object({ url: z.string(), links }) },
});

export const endPreviewLinks = declareEndpoint({
  method: 'POST',
  path: '/api/admin/contents/:id/preview-links/end',
  access: 'editor',
  summary: 'Ends every such link of a session',
  params: z.object({ id }),
  replies: { 200: z.object({ links }) },
});

const previewedSession = sharedSessionSchema.extend({
  version: sessionVersion,
  expiresAt: instant,
});
export type PreviewedSession = z.infer<typeof previewedSession>;

export const openPreview = declareEndpoint({
  method: 'POST',
  path: '/api/session-previews',
  access: 'public',
  summary:
    'A session as it is saved, whole, for whoever has a link to it; in the body, so that no token is in a log',
  body: z.strictObject({
    token: z
      .string()
      .max(64)
      .regex(/^[\w-]+$/u),
    language: language.default('en'),
  }),
  replies: { 200: previewedSession },
});
