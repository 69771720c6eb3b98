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
import { instant } from '#server/db/columns.ts';

/**
 * What the operator sees of all people together, added up by days and weeks so that it is read as fast however much there
 * is behind it. No row names anybody. A week that is over is added up once more and never again, so that it doesn't tell
 * who left.
 */
export const totals = pgTable(
  'totals',
  {
    metric: text('metric').notNull(),
    /** Of what: a plan, a currency, an area, a week after joining. */
    key: text('key').notNull(),
    /** The day, in UTC; of what is added up by weeks their Monday. */
    day: date('day', { mode: 'string' }).notNull(),
    value: bigint('value', { mode: 'number' }).notNull(),
    /** How many people it is made of, where they are not to be told of when they are few. */
    people: integer('people'),
  },
  (table) => [primaryKey({ name: 'totals_pkey', columns: [table.metric, table.day, table.key] })],
);

/** Until when something was added up. */
export const totalMarks = pgTable('total_marks', {
  name: text('name', { enum: ['days', 'fear'] }).primaryKey(),
  until: instant('until').notNull(),
});

/**
 * Payments, each once, by the hash of the provider's id: a pass knows only its last one. They are all that is left of a
 * payment when its pass renews.
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
  },
  (table) => [index('income_day_idx').on(table.day)],
);
