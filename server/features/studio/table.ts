import { sql } from 'drizzle-orm';
import {
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
import { users } from '#server/features/account/table.ts';
import type { RecordingDoubt } from '#shared/rules/recording-doubts.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import type { SentenceTake } from '#shared/rules/speech.ts';

/**
 * A session as admins edit it, which people see once it is published. The key is the session's id, whether it is in
 * `contents` or not.
 */
export const contentDrafts = pgTable(
  'content_drafts',
  {
    contentId: uuid('content_id').primaryKey(),
    slug: text('slug').notNull(),
    /** Number of saves; 0 while it is as imported. */
    version: integer('version').notNull(),
    source: jsonb('source').$type<SessionSource>().notNull(),
    titleEn: text('title_en').notNull(),
    titleFr: text('title_fr').notNull(),
    /** When it is to be published; null while nothing is scheduled. */
    publishAt: buildInstantColumn('publish_at'),
    /** The version published last; null while none was. */
    publishedVersion: integer('published_version'),
    updatedAt: buildInstantColumn('updated_at').notNull(),
  },
  (table) => [
    unique('content_drafts_slug_key').on(table.slug),
    index('content_drafts_publish_at_idx')
      .on(table.publishAt)
      .where(sql`${table.publishAt} is not null`),
    // Words are looked for in every script (studio/words).
    index('content_drafts_words_en_idx').using(
      'gin',
      sql`(${table.source} #>> '{scripts,en}') gin_trgm_ops`,
    ),
    index('content_drafts_words_fr_idx').using(
      'gin',
      sql`(${table.source} #>> '{scripts,fr}') gin_trgm_ops`,
    ),
    check('content_drafts_version_check', sql`${table.version} >= 0`),
  ],
);

/** What is known of a recording, whether it is the present one or a former one. */
const recordingColumns = () => ({
  contentId: uuid('content_id')
    .notNull()
    .references(() => contentDrafts.contentId, { onDelete: 'cascade' }),
  language: text('language', { enum: LANGUAGES }).notNull(),
  name: text('name').notNull(),
  bytes: integer('bytes').notNull(),
  durationMs: integer('duration_ms').notNull(),
  origin: text('origin', { enum: ['upload', 'speech'] }).notNull(),
  /** SHA-256 of the sentences in it: another script needs another recording. */
  spokenHash: text('spoken_hash').notNull(),
  /** Where each sentence begins and ends in it, in milliseconds. */
  spans: jsonb('spans').$type<[number, number][]>().notNull(),
  addedAt: buildInstantColumn('added_at').notNull(),
  /** What makes it doubtful that it is of this script; none once an admin has confirmed it. */
  doubts: jsonb('doubts').$type<RecordingDoubt[]>().notNull().default([]),
  /** Which of its sentences are said otherwise than the rest. */
  takes: jsonb('takes').$type<SentenceTake[]>().notNull().default([]),
  /** What each sentence was asked for as, by a hash of voice, words and take; empty for an uploaded one. */
  spoken: jsonb('spoken').$type<string[]>().notNull().default([]),
  approvedAt: buildInstantColumn('approved_at'),
});

/** The recorded or synthesised narration of a session in one language, with the span of each sentence. */
export const contentRecordings = pgTable('content_recordings', recordingColumns(), (table) => [
  primaryKey({ name: 'content_recordings_pkey', columns: [table.contentId, table.language] }),
  index('content_recordings_unapproved_idx')
    .on(table.addedAt)
    .where(sql`${table.approvedAt} is null and ${table.origin} = 'speech'`),
  check('content_recordings_language_check', sql`${table.language} in ('en', 'fr')`),
  check('content_recordings_origin_check', sql`${table.origin} in ('upload', 'speech')`),
  check('content_recordings_length_check', sql`${table.durationMs} > 0 and ${table.bytes} > 0`),
]);

/** Recordings that were replaced or removed, and can be brought back; the last few of each session and language. */
export const formerRecordings = pgTable(
  'former_recordings',
  { id: buildPrimaryIdColumn(), ...recordingColumns() },
  (table) => [index('former_recordings_content_id_idx').on(table.contentId, table.language)],
);

/** Every saved version of a session's source. */
export const contentVersions = pgTable(
  'content_versions',
  {
    contentId: uuid('content_id')
      .notNull()
      .references(() => contentDrafts.contentId, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    source: jsonb('source').$type<SessionSource>().notNull(),
    savedAt: buildInstantColumn('saved_at').notNull(),
    /** Null for an imported version, and once the account is deleted. */
    savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ name: 'content_versions_pkey', columns: [table.contentId, table.version] }),
    index('content_versions_saved_by_idx').on(table.savedBy),
  ],
);
