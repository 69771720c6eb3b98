import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { LANGUAGES } from '#shared/rules/languages.ts';
import type { NarrationSettings } from '#shared/rules/speech.ts';

/** How the sessions of a language are spoken; no row while nothing was ever set. */
export const voices = pgTable(
  'voices',
  {
    language: text('language', { enum: LANGUAGES }).primaryKey(),
    version: integer('version').notNull(),
    words: jsonb('words').$type<NarrationSettings['words']>().notNull(),
    styles: jsonb('styles').$type<NarrationSettings['styles']>().notNull(),
  },
  (table) => [check('voices_language_check', sql`${table.language} in ('en', 'fr')`)],
);
