import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { byteOrderedText, buildInstantColumn, tsvector } from '#server/db/columns.ts';
import { contents } from '#server/features/contents/table.ts';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';

/**
 * Creates the search table of a language: one narrow row for each session on show, with the keys of the lists' orders.
 * A common word is found by walking an order, a rare one by its index. There is a table for each language because the
 * planner estimates by table how common a word is.
 */
const createSearchIndexTable = (language: Language) => {
  const name = `content_search_${language}`;
  return pgTable(
    name,
    {
      contentId: uuid('content_id')
        .primaryKey()
        .references(() => contents.id, { onDelete: 'cascade' }),
      category: text('category', { enum: ['podcast', 'technical', 'meditation'] }).notNull(),
      publishedAt: buildInstantColumn('published_at').notNull(),
      durationMs: integer('duration_ms').notNull(),
      /** Every word of title, summary, tags, areas, author and script, without accents: as it is, and its stem. */
      words: tsvector('words').notNull(),
    },
    (table) => [
      index(`${name}_newest_idx`).on(sql`${table.publishedAt} desc`, sql`${table.contentId} desc`),
      index(`${name}_shortest_idx`).on(table.durationMs, table.contentId),
      index(`${name}_words_idx`).using('gin', table.words),
    ],
  );
};

/**
 * Creates the table that a search by relevance reads first: one row for each session on show, with the words of its
 * title, topic and summary. Each column also contains the words of the one before it.
 */
const createHeadlineIndexTable = (language: Language) => {
  const name = `content_heads_${language}`;
  return pgTable(
    name,
    {
      contentId: uuid('content_id')
        .primaryKey()
        .references(() => contents.id, { onDelete: 'cascade' }),
      category: text('category', { enum: ['podcast', 'technical', 'meditation'] }).notNull(),
      publishedAt: buildInstantColumn('published_at').notNull(),
      titleWords: tsvector('title_words').notNull(),
      /** Adds those of the tags and of the main area. */
      topicWords: tsvector('topic_words').notNull(),
      /** Adds those of the summary and of the other areas. */
      headWords: tsvector('head_words').notNull(),
      version: text('version').notNull(),
    },
    (table) => [
      index(`${name}_newest_idx`).on(sql`${table.publishedAt} desc`, sql`${table.contentId} desc`),
      index(`${name}_title_words_idx`).using('gin', table.titleWords),
      index(`${name}_topic_words_idx`).using('gin', table.topicWords),
      index(`${name}_head_words_idx`).using('gin', table.headWords),
      index(`${name}_version_idx`).on(table.version),
    ],
  );
};

export const contentSearchIndexEn = createSearchIndexTable('en');
export const contentSearchIndexFr = createSearchIndexTable('fr');
/** The table of each language. */
export const contentSearchIndex = { en: contentSearchIndexEn, fr: contentSearchIndexFr };
export type SearchIndexTable = typeof contentSearchIndexEn;

export const contentHeadlineSearchIndexEn = createHeadlineIndexTable('en');
export const contentHeadlineSearchIndexFr = createHeadlineIndexTable('fr');
/** The table of each language. */
export const contentHeadlineSearchIndex = {
  en: contentHeadlineSearchIndexEn,
  fr: contentHeadlineSearchIndexFr,
};

/** Text search configurations as literal SQL: as a parameter, each row would parse the query again. */
export const TEXT_SEARCH_CONFIG = { en: sql`'english'::regconfig`, fr: sql`'french'::regconfig` };

/** Shorter words are left out of `searchWords`: with few letters, every slip makes another word. */
export const MIN_SEARCH_WORD_LENGTH = 3;

/** Every word of the library once, to correct misspelt search terms. */
export const searchWords = pgTable(
  'search_words',
  {
    language: text('language', { enum: LANGUAGES }).notNull(),
    word: byteOrderedText('word').notNull(),
  },
  (table) => [
    primaryKey({ name: 'search_words_pkey', columns: [table.language, table.word] }),
    index('search_words_spelling_idx').using('gin', sql`${table.word} gin_trgm_ops`),
  ],
);
