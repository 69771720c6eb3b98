import { z } from 'zod';
import { authorSlug, sessionVersion } from './admin-contents.ts';
import { declareEndpoint } from './endpoint.ts';
import { sessionCategory, id, buildSingleLineTextSchema } from './fields.ts';

/** Sessions of one change, each at the version that the page showed. */
export const seenSessionsSchema = z
  .array(z.strictObject({ id, version: sessionVersion }))
  .min(1)
  .max(100)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, { message: 'duplicate' });

/** What became of each session of a change of many. */
export const bulkReplySchema = z.object({
  changed: z.array(id),
  /** Those that stayed as they are, and why, as the code of an error. */
  refused: z.array(z.object({ id, code: z.string() })),
});
export type BulkReply = z.infer<typeof bulkReplySchema>;

const tag = buildSingleLineTextSchema(40).refine((value) => !value.includes(','), {
  message: 'not_a_tag',
});

const change = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('publish') }),
  z.strictObject({ action: z.literal('unpublish') }),
  z.strictObject({
    action: z.literal('move'),
    category: sessionCategory.optional(),
    author: authorSlug.optional(),
    access: z.enum(['free', 'pass']).optional(),
  }),
  /** One tag, in the words of each language. */
  z.strictObject({ action: z.enum(['tag', 'untag']), tags: z.strictObject({ en: tag, fr: tag }) }),
]);
export type BulkSessionChange = z.infer<typeof change>;

export const changeManyContents = declareEndpoint({
  method: 'POST',
  path: '/api/admin/content-changes',
  access: 'editor',
  summary:
    'Publishes, unpublishes, moves or tags many sessions, each by itself: one that is refused keeps no other back',
  body: z.strictObject({ sessions: seenSessionsSchema, change }),
  replies: { 200: bulkReplySchema },
});
