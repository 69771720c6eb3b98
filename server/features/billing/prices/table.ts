import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';

export const PLANS = ['monthly', 'yearly', 'lifetime', 'trip'] as const;
export const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'CAD'] as const;

/** The plans, in the order of the subscription page (`position`). Only those `onSale` can be bought. */
export const plans = pgTable('plans', {
  plan: text('plan', { enum: PLANS }).primaryKey(),
  position: integer('position').notNull(),
  tag: text('tag', { enum: ['popular', 'best_value'] }),
  onSale: boolean('on_sale').notNull(),
});

/**
 * The price of a plan in a currency, in minor units. A price is never edited: a change ends it and adds another, so
 * that earlier purchases stay readable. The one without an end is today's.
 */
export const prices = pgTable(
  'prices',
  {
    id: buildPrimaryIdColumn(),
    plan: text('plan', { enum: PLANS })
      .notNull()
      .references(() => plans.plan),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    validFrom: buildInstantColumn('valid_from').notNull().defaultNow(),
    validUntil: buildInstantColumn('valid_until'),
  },
  (table) => [
    uniqueIndex('prices_current_idx')
      .on(table.plan, table.currency)
      .where(sql`${table.validUntil} is null`),
    index('prices_history_idx').on(table.plan, table.currency, table.validUntil),
    check('prices_amount_check', sql`${table.amountMinor} > 0`),
  ],
);

/**
 * A reduction of the first payment of a plan: a percentage, or an amount in one currency. Only the end of an offer is
 * ever changed.
 */
export const offers = pgTable(
  'offers',
  {
    id: buildPrimaryIdColumn(),
    plan: text('plan', { enum: PLANS })
      .notNull()
      .references(() => plans.plan),
    percentOff: integer('percent_off'),
    amountOffMinor: integer('amount_off_minor'),
    currency: text('currency', { enum: CURRENCIES }),
    /** `first_pass`: for people who have never paid for a pass. */
    audience: text('audience', { enum: ['everyone', 'first_pass'] }).notNull(),
    usesPerPerson: integer('uses_per_person').notNull().default(1),
    startsAt: buildInstantColumn('starts_at').notNull(),
    endsAt: buildInstantColumn('ends_at').notNull(),
  },
  (table) => [
    index('offers_ends_at_idx').on(table.endsAt),
    check(
      'offers_reduction_check',
      sql`(${table.percentOff} between 1 and 99 and ${table.amountOffMinor} is null and ${table.currency} is null)
        or (${table.percentOff} is null and ${table.amountOffMinor} > 0 and ${table.currency} is not null)`,
    ),
    check('offers_period_check', sql`${table.startsAt} < ${table.endsAt}`),
  ],
);
