import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

export const waitlist = pgTable(
  'waitlist',
  {
    email: text('email').primaryKey(),
    language: text('language', { enum: LANGUAGES }).notNull(),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [index('waitlist_created_at_idx').on(table.createdAt)],
);
