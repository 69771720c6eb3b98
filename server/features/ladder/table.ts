import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';
import { buildConsentingUserIdColumn } from '#server/features/assessment/table.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { type ExposureMaterial, ATTEMPT_SETTINGS } from '#shared/rules/ladder.ts';
import type { Rehearsal } from '#shared/rules/rehearsal-dose.ts';

export interface LadderStepContent {
  area: FearArea;
  material: ExposureMaterial;
  /** The person's own words; null when the catalogue's are shown. */
  words: string | null;
}

/**
 * The steps of a person's ladder, with ids made by devices. The content as added and as changed are stored apart, so
 * that adding a step again from another device reverts no change. A row with `added` null records a removal.
 */
export const ladderSteps = pgTable(
  'ladder_steps',
  {
    userId: buildConsentingUserIdColumn(),
    id: uuid('id').notNull(),
    added: jsonb('added').$type<LadderStepContent>(),
    /** Its place among those that were added with it. */
    position: integer('position'),
    addedAt: buildInstantColumn('added_at'),
    changed: jsonb('changed').$type<LadderStepContent>(),
    changedAt: buildInstantColumn('changed_at'),
    removedAt: buildInstantColumn('removed_at'),
  },
  (table) => [primaryKey({ name: 'ladder_steps_pkey', columns: [table.userId, table.id] })],
);

/** The order of a person's steps; steps that it does not name follow in the order in which they were added. */
export const ladderOrders = pgTable('ladder_orders', {
  userId: buildConsentingUserIdColumn().primaryKey(),
  stepIds: jsonb('step_ids').$type<string[]>().notNull(),
  sortedAt: buildInstantColumn('sorted_at').notNull(),
});

/** Attempts at a step; the four columns of the outcome are filled together once it is over. */
export const ladderAttempts = pgTable(
  'ladder_attempts',
  {
    userId: uuid('user_id').notNull(),
    id: uuid('id').notNull(),
    stepId: uuid('step_id').notNull(),
    startedAt: buildInstantColumn('started_at').notNull(),
    setting: text('setting', { enum: ATTEMPT_SETTINGS }).notNull(),
    expected: text('expected').notNull(),
    sure: integer('sure').notNull(),
    before: integer('before').notNull(),
    /** When the device wrote the beginning (`beforeAt`) and the outcome (`afterAt`): of each the later write wins. */
    beforeAt: buildInstantColumn('before_at').notNull(),
    afterAt: buildInstantColumn('after_at'),
    highest: integer('highest'),
    after: integer('after'),
    happened: text('happened'),
    learned: text('learned'),
    /** Of a rehearsed flight: its dose, the fear on the way, and how sure the person is next time. */
    rehearsal: jsonb('rehearsal').$type<Rehearsal>(),
  },
  (table) => [
    primaryKey({ name: 'ladder_attempts_pkey', columns: [table.userId, table.id] }),
    foreignKey({
      name: 'ladder_attempts_step_fkey',
      columns: [table.userId, table.stepId],
      foreignColumns: [ladderSteps.userId, ladderSteps.id],
    }).onDelete('cascade'),
    index('ladder_attempts_step_idx').on(table.userId, table.stepId, table.startedAt),
    check(
      'ladder_attempts_outcome_check',
      sql`num_nulls(${table.highest}, ${table.after}, ${table.happened}, ${table.learned}) in (0, 4)`,
    ),
  ],
);
