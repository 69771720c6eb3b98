import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { byteOrdered, instant, tsvector } from '#server/db/columns.ts';
import { contents } from '#server/features/library/table.ts';

const LANGUAGES = ['en', 'fr'] as const;

/**
 * What a search reads: one narrow row for each session on show and language, with the keys of the lists'
 * orders, so that a word that many sessions hold is found by walking an order and a rare one by its index.
 */
export const contentSearch = pgTable(
  'content_search',
  {
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    language: text('language', { enum: LANGUAGES }).notNull(),
    category: text('category', { enum: ['podcast', 'technical', 'meditation'] }).notNull(),
    publishedAt: instant('published_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** Every word of title, summary, tags, author and script, without accents: as it is, and its stem. */
    words: tsvector('words').notNull(),
  },
  (table) => [
    primaryKey({ name: 'content_search_pkey', columns: [table.contentId, table.language] }),
    index('content_search_newest_idx').on(
      table.language,
      sql`${table.publishedAt} desc`,
      sql`${table.contentId} desc`,
    ),
    index('content_search_shortest_idx').on(table.language, table.durationMs, table.contentId),
    index('content_search_en_idx')
      .using('gin', table.words)
      .where(sql`${table.language} = 'en'`),
    index('content_search_fr_idx')
      .using('gin', table.words)
      .where(sql`${table.language} = 'fr'`),
  ],
);

/** Every word of the library once, to find the one that somebody meant. */
export const searchWords = pgTable(
  'search_words',
  {
    language: text('language', { enum: LANGUAGES }).notNull(),
    word: byteOrdered('word').notNull(),
  },
  (table) => [
    primaryKey({ name: 'search_words_pkey', columns: [table.language, table.word] }),
    index('search_words_spelling_idx').using('gin', sql`${table.word} gin_trgm_ops`),
  ],
);
