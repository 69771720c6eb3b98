import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';
import { buildContentIdColumn } from '#server/features/contents/table.ts';
import { LESSON_DOSES } from '#shared/rules/lesson-dose.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

export const programs = pgTable(
  'programs',
  {
    id: buildPrimaryIdColumn(),
    slug: text('slug').notNull(),
    position: integer('position').notNull(),
    /** Place set in the studio, which imports do not change; null follows `position`. */
    studioPosition: integer('studio_position'),
    /** Counts the edits of the studio. */
    version: integer('version').notNull().default(1),
    /** What it is made for, main area first; none when it is for a person who is not afraid. */
    areas: text('areas').array().$type<FearArea[]>().notNull().default([]),
    /** `starter` programs follow the content folder; others belong to the studio. */
    origin: text('origin', { enum: ['starter', 'studio'] }).notNull(),
    unpublishedAt: buildInstantColumn('withdrawn_at'),
    /** SHA-256 of the source files, so that importing what is already there writes nothing. */
    sourceHash: text('source_hash'),
  },
  (table) => [unique('programs_slug_key').on(table.slug)],
);

export const programTexts = pgTable(
  'program_texts',
  {
    programId: uuid('program_id')
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    language: text('language', { enum: LANGUAGES }).notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    about: text('about').notNull(),
  },
  (table) => [
    primaryKey({ name: 'program_texts_pkey', columns: [table.programId, table.language] }),
  ],
);

/** A session's place in a program. Unpublished, never deleted, so that people's progress is kept. */
export const lessons = pgTable(
  'lessons',
  {
    id: buildPrimaryIdColumn(),
    programId: uuid('program_id')
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    contentId: buildContentIdColumn(),
    position: integer('position').notNull(),
    /** Its step in the climb of an exposure; null where it is none. */
    dose: text('dose', { enum: LESSON_DOSES }),
    /** People who completed the program before this instant keep it completed. */
    addedAt: buildInstantColumn('added_at').notNull().defaultNow(),
    unpublishedAt: buildInstantColumn('withdrawn_at'),
  },
  (table) => [
    unique('lessons_program_content_key').on(table.programId, table.contentId),
    index('lessons_order_idx').on(table.programId, table.position),
    check(
      'lessons_dose_check',
      sql`${table.dose} in ('sound', 'scene', 'long', 'elsewhere', 'flight')`,
    ),
  ],
);

export const lessonTexts = pgTable(
  'lesson_texts',
  {
    lessonId: uuid('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    language: text('language', { enum: LANGUAGES }).notNull(),
    title: text('title').notNull(),
    introduction: text('introduction').notNull(),
    task: text('task').notNull(),
  },
  (table) => [primaryKey({ name: 'lesson_texts_pkey', columns: [table.lessonId, table.language] })],
);

/** What people did in programs, append-only, with ids made by devices. */
export const programEvents = pgTable(
  'program_events',
  {
    userId: buildUserIdColumn(),
    id: uuid('id').notNull(),
    programId: uuid('program_id')
      .notNull()
      .references(() => programs.id),
    lessonId: uuid('lesson_id').references(() => lessons.id),
    type: text('type', {
      enum: ['started', 'lesson_completed', 'task_ticked', 'task_unticked'],
    }).notNull(),
    note: text('note'),
    at: buildInstantColumn('at').notNull(),
    receivedAt: buildInstantColumn('received_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'program_events_pkey', columns: [table.userId, table.id] }),
    index('program_events_fold_idx').on(table.userId, table.programId, table.at),
    index('program_events_program_idx').on(table.programId, table.userId),
    check(
      'program_events_type_check',
      sql`${table.type} in ('started', 'lesson_completed', 'task_ticked', 'task_unticked')`,
    ),
    check(
      'program_events_lesson_check',
      sql`(${table.type} = 'started') = (${table.lessonId} is null)`,
    ),
  ],
);
