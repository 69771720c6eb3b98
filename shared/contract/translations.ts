import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const count = z.int().min(0);

/** How complete one language is, compared with English. */
const standing = z.object({
  translated: count,
  /** Keys or names that are missing in this language. */
  missing: z.array(z.string()),
  /** Those whose text equals the English one. */
  equal: z.array(z.string()),
});
const inBoth = z.object({ en: standing, fr: standing });

const featureStatus = z.object({
  /** The name of the catalogue. */
  feature: z.string(),
  messages: count,
  languages: inBoth,
  /** Keys that the product does not use. */
  unused: z.array(z.string()),
});
export type FeatureTranslationStatus = z.infer<typeof featureStatus>;

const contentStatus = z.object({
  kind: z.enum(['sessions', 'programs', 'lessons', 'authors']),
  total: count,
  languages: inBoth,
});
export type ContentTranslationStatus = z.infer<typeof contentStatus>;

export const getTranslationStatus = endpoint({
  method: 'GET',
  path: '/api/translations',
  access: 'pass',
  summary:
    'How many messages of each feature are translated, missing, unused or as in English; the content too',
  replies: { 200: z.object({ features: z.array(featureStatus), content: z.array(contentStatus) }) },
});

const message = z.object({
  key: z.string(),
  /** By plural category, such as `one` and `other`; `text` where there is no plural. */
  en: z.record(z.string(), z.string()),
  fr: z.record(z.string(), z.string()),
});
export type TranslatedMessage = z.infer<typeof message>;

export const getTranslations = endpoint({
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
  replies: { 200: z.object({ messages: z.array(message) }) },
});
