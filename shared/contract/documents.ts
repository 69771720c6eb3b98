import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { language } from './fields.ts';

/** The content of a prerendered document, which the app shows in its own frame to a signed-in person. */
export const publicDocumentSchema = z.object({
  /** The language of the person's profile, or that of the browser. */
  language,
  title: z.string(),
  /** The markup within the document's `<main>`. */
  html: z.string(),
});

export const getDocument = declareEndpoint({
  method: 'GET',
  path: '/api/documents/:name',
  access: 'public',
  summary: 'What a public page says, such as the list of articles or the night before a flight',
  params: z.object({
    name: z
      .string()
      .max(200)
      .regex(/^[a-z0-9-]+$/),
  }),
  replies: { 200: publicDocumentSchema },
});
