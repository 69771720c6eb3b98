import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { LETTER_NAMES, type LetterName, type LetterTexts } from '#shared/rules/letters.ts';

/** What the operator wrote in place of our e-mails, version by version; the last one counts. */
export const letterVersions = pgTable(
  'letter_versions',
  {
    id: buildPrimaryIdColumn(),
    name: text('name', { enum: LETTER_NAMES as [LetterName, ...LetterName[]] }).notNull(),
    language: text('language', { enum: LANGUAGES }).notNull(),
    version: integer('version').notNull(),
    /** Null where that version went back to ours. */
    texts: jsonb('texts').$type<LetterTexts>(),
    savedAt: buildInstantColumn('saved_at').notNull(),
    savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('letter_versions_version').on(table.name, table.language, table.version),
    index('letter_versions_saved_by_idx').on(table.savedBy),
  ],
);
