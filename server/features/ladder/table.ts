import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { MATERIALS, SETTINGS } from '#shared/rules/ladder.ts';

/** The steps of a person's exposure ladder, named by the browser that made them. */
export const ladderSteps = pgTable(
  'ladder_steps',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    position: integer('position').notNull(),
    area: text('area').$type<FearArea>().notNull(),
    material: text('material', { enum: MATERIALS }).notNull(),
    words: text('words'),
    writtenAt: instant('written_at').notNull(),
    /** When the device sorted the ladder on which it stands here; null when nobody has since it was added. */
    sortedAt: instant('sorted_at'),
  },
  (table) => [primaryKey({ name: 'ladder_steps_pkey', columns: [table.userId, table.id] })],
);

/** Which steps were removed and when, so that a device that has not heard of it does not bring them back. */
export const ladderRemovals = pgTable(
  'ladder_removals',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    removedAt: instant('removed_at').notNull(),
  },
  (table) => [primaryKey({ name: 'ladder_removals_pkey', columns: [table.userId, table.id] })],
);

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
