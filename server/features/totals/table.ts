import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { buildInstantColumn } from '#server/db/columns.ts';

/**
 * Figures about all people together, by day or week, so that reading them does not depend on the amount of data. No row
 * names a person. A past week is refreshed once more and never again, so that it does not reveal deleted accounts.
 */
export const totals = pgTable(
  'totals',
  {
    metric: text('metric').notNull(),
    /** What the figure is of: a plan, a currency, an area, a number of weeks after joining. */
    key: text('key').notNull(),
    /** The day in UTC; for weekly figures their Monday. */
    day: date('day', { mode: 'string' }).notNull(),
    value: bigint('value', { mode: 'number' }).notNull(),
    /** How many people it counts, for figures that are hidden when these are few. */
    people: integer('people'),
  },
  (table) => [primaryKey({ name: 'totals_pkey', columns: [table.metric, table.day, table.key] })],
);

/** Until when figures were added up, by what they are of. */
export const totalWatermarks = pgTable('total_marks', {
  name: text('name').primaryKey(),
  until: buildInstantColumn('until').notNull(),
});

/**
 * Payments, each once, by a hash of the provider's id. A pass has only its last payment, so this keeps the earlier
 * ones.
 */
export const income = pgTable(
  'income',
  {
    payment: text('payment').primaryKey(),
    day: date('day', { mode: 'string' }).notNull(),
    livemode: boolean('livemode').notNull(),
    currency: text('currency').notNull(),
    paidMinor: integer('paid_minor').notNull(),
    refundedMinor: integer('refunded_minor').notNull(),
    /** The most that ever was: a refund that its bank sent back, made again, is no other one. */
    mostRefundedMinor: integer('most_refunded_minor').notNull().default(0),
    /** What a bank holds or took back by a dispute. */
    disputedMinor: integer('disputed_minor').notNull().default(0),
    /** Whether the revenue of its day has yet to be added up again. */
    isStale: boolean('is_stale').notNull().default(true),
  },
  (table) => [
    index('income_day_idx').on(table.day),
    index('income_stale_idx')
      .on(table.day)
      .where(sql`${table.isStale}`),
  ],
);
