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
import { instant } from '#server/db/columns.ts';
import { healthConsents } from '#server/features/assessment/table.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { type Material, SETTINGS } from '#shared/rules/ladder.ts';

/** What a step says. */
export interface StepContent {
  area: FearArea;
  material: Material;
  /** The person's own words; null where the catalogue's are shown. */
  words: string | null;
}

/**
 * The steps of a person's exposure ladder, named by the browser that made them. What a step said when it was added
 * and what it was changed to are kept apart: added again by another device, it takes no change back. A row in which
 * nothing is added remembers that the step was removed.
 */
export const ladderSteps = pgTable(
  'ladder_steps',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => healthConsents.userId, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    added: jsonb('added').$type<StepContent>(),
    /** Its place among those that were added with it. */
    position: integer('position'),
    addedAt: instant('added_at'),
    changed: jsonb('changed').$type<StepContent>(),
    changedAt: instant('changed_at'),
    removedAt: instant('removed_at'),
  },
  (table) => [primaryKey({ name: 'ladder_steps_pkey', columns: [table.userId, table.id] })],
);

/** The order in which a person put their steps; those it does not name follow as they were added. */
export const ladderOrders = pgTable('ladder_orders', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => healthConsents.userId, { onDelete: 'cascade' }),
  stepIds: jsonb('step_ids').$type<string[]>().notNull(),
  sortedAt: instant('sorted_at').notNull(),
});

/** Attempts at a step; the four columns of the outcome are filled together, when it is over. */
export const ladderAttempts = pgTable(
  'ladder_attempts',
  {
    userId: uuid('user_id').notNull(),
    id: uuid('id').notNull(),
    stepId: uuid('step_id').notNull(),
    startedAt: instant('started_at').notNull(),
    setting: text('setting', { enum: SETTINGS }).notNull(),
    expected: text('expected').notNull(),
    sure: integer('sure').notNull(),
    before: integer('before').notNull(),
    /** When the device wrote each half: the later one wins. */
    beforeAt: instant('before_at').notNull(),
    afterAt: instant('after_at'),
    highest: integer('highest'),
    after: integer('after'),
    happened: text('happened'),
    learned: text('learned'),
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
