import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';

/**
 * Every file of the media store, recorded before the file is stored, so that unused and half-written files are found
 * and deleted.
 */
export const mediaFiles = pgTable(
  'media_files',
  {
    /** The hash of the content, a random part, and the extension. */
    name: text('name').primaryKey(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    createdAt: buildInstantColumn('created_at').notNull(),
  },
  (table) => [
    index('media_files_created_at_idx').on(table.createdAt),
    check('media_files_bytes_check', sql`${table.bytes} > 0`),
  ],
);
