import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';

/** Links by which a guest sees a session as it is saved, published or not, until they expire. */
export const previewLinks = pgTable(
  'preview_links',
  {
    id: buildPrimaryIdColumn(),
    contentId: uuid('content_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: buildInstantColumn('created_at').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    expiresAt: buildInstantColumn('expires_at').notNull(),
  },
  (table) => [
    unique('preview_links_token_hash_key').on(table.tokenHash),
    index('preview_links_content_id_idx').on(table.contentId),
    index('preview_links_expires_at_idx').on(table.expiresAt),
    index('preview_links_created_by_idx').on(table.createdBy),
  ],
);
