import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';

/** What an admin has written into a form of the studio and not saved, one row a form; read by that admin alone. */
export const autosaves = pgTable(
  'autosaves',
  {
    userId: buildUserIdColumn(),
    /** Names the form and what is edited in it, such as `session 019a…`. */
    form: text('form').notNull(),
    /** The version that it was written over. */
    version: integer('version').notNull(),
    /** The form's fields as JSON, as text, because jsonb refuses some of what can be typed; null once nothing is unsaved. */
    typed: text('typed'),
    writtenAt: buildInstantColumn('written_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'autosaves_pkey', columns: [table.userId, table.form] }),
    index('autosaves_written_at_idx').on(table.writtenAt),
  ],
);
