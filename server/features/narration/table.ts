import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

/** The speaking of everything that was missing at one moment, recording by recording. */
export const narrationRuns = pgTable(
  'narration_runs',
  {
    id: buildPrimaryIdColumn(),
    state: text('state', { enum: ['running', 'paused', 'done', 'cancelled'] })
      .notNull()
      .default('running'),
    reason: text('reason', { enum: ['asked', 'ceiling', 'provider'] }),
    /** Counts the jobs of the run: only the job of the present step does anything, so that none works beside another. */
    step: integer('step').notNull().default(0),
    /** The most characters that may be paid; null without a limit. */
    ceiling: integer('ceiling'),
    publishes: boolean('publishes').notNull(),
    /** Paid so far. */
    characters: integer('characters').notNull().default(0),
    failedInRow: integer('failed_in_row').notNull().default(0),
    /** The admin; null once the account is deleted. */
    startedBy: uuid('started_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: buildInstantColumn('created_at').notNull(),
  },
  (table) => [
    index('narration_runs_started_by_idx').on(table.startedBy),
    uniqueIndex('narration_runs_open_key')
      .on(sql`(true)`)
      .where(sql`${table.state} in ('running', 'paused')`),
    check(
      'narration_runs_state_check',
      sql`${table.state} in ('running', 'paused', 'done', 'cancelled')`,
    ),
    check('narration_runs_reason_check', sql`${table.reason} in ('asked', 'ceiling', 'provider')`),
  ],
);

/** A recording of a run: a session in one language. */
export const narrationItems = pgTable(
  'narration_items',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => narrationRuns.id, { onDelete: 'cascade' }),
    /** Its place in the order in which people hear the sessions. */
    position: integer('position').notNull(),
    contentId: uuid('content_id').notNull(),
    language: text('language', { enum: LANGUAGES }).notNull(),
    title: text('title').notNull(),
    state: text('state', { enum: ['waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Sentences spoken, and all of them. */
    done: integer('done').notNull().default(0),
    total: integer('total').notNull(),
    failure: text('failure'),
  },
  (table) => [
    primaryKey({ name: 'narration_items_pkey', columns: [table.runId, table.position] }),
    check('narration_items_language_check', sql`${table.language} in ('en', 'fr')`),
    check(
      'narration_items_state_check',
      sql`${table.state} in ('waiting', 'running', 'done', 'failed')`,
    ),
  ],
);
