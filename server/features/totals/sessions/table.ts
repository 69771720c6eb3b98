import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { contents } from '#server/features/contents/table.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

/**
 * What all people together did with a session in a language, as the studio lists it. A column is null where only one to four
 * people did something yet, and zero where none did. No row names a person.
 */
export const sessionTotals = pgTable(
  'session_totals',
  {
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    language: text('language', { enum: LANGUAGES }).notNull(),
    /** Plays, those that reached the end, and of the others how many stopped in each tenth of the session. */
    plays: integer('plays').default(0),
    finished: integer('finished').default(0),
    stops: integer('stops')
      .array()
      .default(sql`'{0,0,0,0,0,0,0,0,0,0}'`),
    /** Stays in a feared scene that plays came to the end of, and all those of the sessions that were played. */
    staysDone: integer('stays_done').default(0),
    stays: integer('stays').default(0),
    playedUntil: buildInstantColumn('played_until'),
    veryHelpful: integer('very_helpful').default(0),
    somewhatHelpful: integer('somewhat_helpful').default(0),
    notHelpful: integer('not_helpful').default(0),
    ratedUntil: buildInstantColumn('rated_until'),
    questions: integer('questions').default(0),
  },
  (table) => [
    primaryKey({ name: 'session_totals_pkey', columns: [table.contentId, table.language] }),
  ],
);
