import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';

const names = z.array(z.string());
const status = z.object({
  name: z.string(),
  total: z.int().min(0),
  /** The messages, or the items of content, that have no text in a language. */
  missing: z.object({ en: names, fr: names }),
});
export type TranslationStatus = z.infer<typeof status>;

export const getTranslationStatus = declareEndpoint({
  method: 'GET',
  path: '/api/translations',
  access: 'pass',
  summary: 'How many messages and items of content there are, and which are missing in a language',
  replies: { 200: z.object({ features: z.array(status), content: z.array(status) }) },
});

/** Texts by key, such as `list.count_one`. */
const messages = z.record(z.string(), z.string());
const catalogues = z.object({ en: messages, fr: messages });
export type CatalogueMessages = z.infer<typeof messages>;

export const getTranslations = declareEndpoint({
  method: 'GET',
  path: '/api/translations/:feature',
  access: 'pass',
  summary: 'Every message of one feature in both languages',
  params: z.object({
    feature: z
      .string()
      .regex(/^[a-z]+(?:-[a-z]+)*$/)
      .max(40),
  }),
  replies: { 200: catalogues },
});
