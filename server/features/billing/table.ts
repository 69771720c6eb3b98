import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, primaryId } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';

const PLANS = ['monthly', 'yearly', 'lifetime'] as const;
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'CAD'] as const;

/** What a plan costs in a currency, in minor units. `onSale` decides whether it can be bought. */
export const prices = pgTable(
  'prices',
  {
    plan: text('plan', { enum: PLANS }).notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    onSale: boolean('on_sale').notNull().default(true),
  },
  (table) => [
    primaryKey({ name: 'prices_pkey', columns: [table.plan, table.currency] }),
    check('prices_amount_check', sql`${table.amountMinor} > 0`),
  ],
);

/**
 * One attempt to buy. The price is copied, so that a later change of price changes no open checkout. The
 * record of a payment outlives its buyer's account without naming them.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: primaryId(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    plan: text('plan', { enum: PLANS }).notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    provider: text('provider', { enum: ['sandbox'] }).notNull(),
    status: text('status', { enum: ['open', 'paid', 'declined'] }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('checkouts_user_id_idx').on(table.userId)],
);

/** Paid or granted access for a time. Entitlement is computed from these rows and the clock. */
export const passes = pgTable(
  'passes',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tier: text('tier', { enum: ['premium', 'lifetime'] }).notNull(),
    source: text('source', { enum: ['sandbox', 'grant'] }).notNull(),
    checkoutId: uuid('checkout_id').references(() => checkouts.id),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at'),
    revokedAt: instant('revoked_at'),
    reason: text('reason'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('passes_user_id_idx').on(table.userId)],
);
