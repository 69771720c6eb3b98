import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, buildSingleLineTextSchema, buildTextSchema } from './fields.ts';

/** The most hits of each kind. */
export const MAX_HITS = 10;

/**
 * What is set and found by its words: in the studio announcements, saved replies, support, voices and words, and emails; the
 * server's settings by their names and what they mean, never by their values.
 */
export const SETTING_PLACES = [
  'banner',
  'reply',
  'support',
  'voices',
  'letter',
  'environment',
] as const;
export type SettingPlace = (typeof SETTING_PLACES)[number];

const hits = z.object({
  /** By titles in both languages; null where the role opens no content. */
  sessions: z
    .array(z.object({ id, titles: z.array(z.string()).max(2) }))
    .max(MAX_HITS)
    .nullable(),
  /** By part of a name or an address; null without a reason, or where the role opens no people. */
  people: z
    .array(z.object({ id, email: z.string(), name: z.string() }))
    .max(MAX_HITS)
    .nullable(),
  /** By what was written; null where the role opens no questions. */
  questions: z
    .array(z.object({ id, at: instant, excerpt: z.string() }))
    .max(MAX_HITS)
    .nullable(),
  /** By what is set, as far as the role opens it. `id`: of the banner or the saved reply, or the name of the email or setting. */
  settings: z
    .array(
      z.object({ place: z.enum(SETTING_PLACES), id: z.string().nullable(), excerpt: z.string() }),
    )
    .max(MAX_HITS),
  /** Emails that were kept instead of sent, by what they say or whom they are to; null without a reason, or for other roles. */
  emails: z
    .array(z.object({ id, keptAt: instant, subject: z.string() }))
    .max(MAX_HITS)
    .nullable(),
});
export type StudioSearchResults = z.infer<typeof hits>;

export const searchStudio = declareEndpoint({
  method: 'POST',
  path: '/api/admin/search',
  access: 'staff',
  summary:
    'Sessions, questions, what is set, and with a reason, which enters the audit log, people and kept emails, as far as the role opens them',
  body: z.strictObject({
    /** In the body, so that no name is in a URL. */
    words: buildSingleLineTextSchema(100).pipe(z.string().min(3)),
    /** Why people and what is written to them are looked for. */
    reason: buildTextSchema(300).optional(),
  }),
  replies: { 200: hits },
});
