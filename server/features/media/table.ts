import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/db/columns.ts';

/**
 * Every file that the store keeps, written before the file is: what nobody names any more, and what a server left half
 * done, is found here and removed.
 */
export const mediaFiles = pgTable(
  'media_files',
  {
    /** The hash of the content, something of its own, and the extension of its format. */
    name: text('name').primaryKey(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('media_files_created_at_idx').on(table.createdAt),
    check('media_files_bytes_check', sql`${table.bytes} > 0`),
  ],
);
