import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#server/db/columns.ts';

export const waitlist = pgTable('waitlist', {
  email: text('email').primaryKey(),
  language: text('language', { enum: ['en', 'fr'] }).notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});
