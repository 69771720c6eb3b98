import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { SESSION_GUARDS } from '#shared/rules/guards.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { SITUATIONS, type Situation } from '#shared/rules/situations.ts';
import type { Cue } from '#shared/rules/script.ts';
import { SESSION_FORMS } from '#shared/rules/script-timing.ts';

export const authors = pgTable(
  'authors',
  {
    id: buildPrimaryIdColumn(),
    slug: text('slug').notNull(),
    /** `starter` authors follow the content folder; others belong to the studio. */
    origin: text('origin', { enum: ['starter', 'studio'] })
      .notNull()
      .default('starter'),
    /** Counts the edits in the studio. */
    version: integer('version').notNull().default(1),
    portrait: text('portrait'),
  },
  (table) => [
    unique('authors_slug_key').on(table.slug),
    check('authors_origin_check', sql`${table.origin} in ('starter', 'studio')`),
  ],
);

export const authorTexts = pgTable(
  'author_texts',
  {
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    language: text('language', { enum: LANGUAGES }).notNull(),
    name: text('name').notNull(),
    /** What they do, such as `Airline captain`; empty when not given. */
    role: text('role').notNull().default(''),
    about: text('about').notNull(),
  },
  (table) => [primaryKey({ name: 'author_texts_pkey', columns: [table.authorId, table.language] })],
);

/** A guided session ("Content" in the specification); its texts are in `content_texts`. */
export const contents = pgTable(
  'contents',
  {
    id: buildPrimaryIdColumn(),
    slug: text('slug').notNull(),
    kind: text('kind', { enum: ['load', 'flow'] }).notNull(),
    category: text('category', { enum: ['podcast', 'technical', 'meditation'] }).notNull(),
    form: text('form', { enum: SESSION_FORMS }).notNull().default('full'),
    areas: text('areas').array().$type<FearArea[]>().notNull(),
    situations: text('situations').array().$type<Situation[]>().notNull().default([]),
    /** Recommended only to people who chose to listen to it before. */
    optIn: boolean('opt_in').notNull().default(false),
    /** The risk about which the listener is asked before it plays. */
    guard: text('guard', { enum: SESSION_GUARDS }),
    access: text('access', { enum: ['pass', 'free'] })
      .notNull()
      .default('pass'),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id),
    /** `starter` sessions follow the content folder; others belong to the studio. */
    origin: text('origin', { enum: ['starter', 'studio'] }).notNull(),
    publishedAt: buildInstantColumn('published_at').notNull(),
    unpublishedAt: buildInstantColumn('withdrawn_at'),
    /** SHA-256 of the source files; an import skips sessions whose hash has not changed. */
    sourceHash: text('source_hash'),
  },
  (table) => [
    unique('contents_slug_key').on(table.slug),
    check('contents_kind_check', sql`${table.kind} in ('load', 'flow')`),
    check(
      'contents_category_check',
      sql`${table.category} in ('podcast', 'technical', 'meditation')`,
    ),
    check('contents_form_check', sql`${table.form} in ('sos', 'seat', 'full', 'long')`),
    check(
      'contents_situations_check',
      sql`${table.situations} <@ array[${sql.raw(SITUATIONS.map((one) => `'${one}'`).join(', '))}]`,
    ),
    check(
      'contents_guard_check',
      sql`${table.guard} in ('sensations', 'tension', 'memory', 'height')`,
    ),
    check('contents_access_check', sql`${table.access} in ('pass', 'free')`),
    check('contents_areas_check', sql`cardinality(${table.areas}) > 0`),
    // Plain descending order: Drizzle's .desc() adds NULLS LAST, which ORDER BY … DESC cannot use.
    index('contents_newest_idx')
      .on(sql`${table.publishedAt} desc`, sql`${table.id} desc`)
      .where(sql`${table.unpublishedAt} is null`),
    index('contents_category_newest_idx')
      .on(table.category, sql`${table.publishedAt} desc`, sql`${table.id} desc`)
      .where(sql`${table.unpublishedAt} is null`),
  ],
);

/** Builds the column that says which session a row is about. */
export const buildContentIdColumn = () =>
  uuid('content_id')
    .notNull()
    .references(() => contents.id);

/** The texts of a session in one language, with the cues made from its script. */
export const contentTexts = pgTable(
  'content_texts',
  {
    contentId: uuid('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    language: text('language', { enum: LANGUAGES }).notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    tags: text('tags').array().notNull(),
    sources: text('sources').array().notNull(),
    cues: jsonb('cues').$type<Cue[]>().notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The script that the texts were made from; null for an early import. */
    script: text('script'),
    /** Name of the recorded narration in the media store; null without one. */
    recording: text('recording'),
  },
  (table) => [
    primaryKey({ name: 'content_texts_pkey', columns: [table.contentId, table.language] }),
    // Words are looked for in every script (studio/words).
    index('content_texts_script_idx').using('gin', sql`${table.script} gin_trgm_ops`),
    // The studio lists all titles, and what has no recording.
    index('content_texts_title_idx').on(table.language, table.contentId, table.title),
    index('content_texts_unrecorded_idx')
      .on(table.contentId)
      .where(sql`${table.recording} is null`),
    index('content_texts_shortest_idx').on(table.language, table.durationMs, table.contentId),
    check('content_texts_duration_check', sql`${table.durationMs} > 0`),
  ],
);

/**
 * The version of the published library: one row, changed by triggers with each statement that changes a session, a
 * program or their texts; caches compare it. Its name sorts after those tables, so that a restored backup keeps its
 * version.
 */
export const publishedVersion = pgTable(
  'published_version',
  {
    id: boolean('id').primaryKey().default(true),
    version: uuid('version').notNull().defaultRandom(),
  },
  (table) => [check('published_version_single_check', sql`${table.id}`)],
);
