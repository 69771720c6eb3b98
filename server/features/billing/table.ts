import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, primaryId } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';
import { CURRENCIES, offers, PLANS } from './prices/table.ts';
import type { Returnable } from './withdrawal/policy.ts';

const PROVIDERS = ['sandbox', 'stripe'] as const;

/**
 * Who somebody is to a provider of payments. What the provider knows of them is read as a whole; `syncStarted` numbers
 * the readings, so that what an earlier one read never replaces what a later one did.
 */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    livemode: boolean('livemode').notNull(),
    syncStarted: integer('sync_started').notNull().default(0),
    syncApplied: integer('sync_applied').notNull().default(0),
    syncedAt: instant('synced_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('billing_customers_user_idx').on(table.userId, table.provider, table.livemode),
    index('billing_customers_synced_at_idx').on(table.syncedAt),
  ],
);

/** Events that the provider sent, by its ids, so that none is taken twice. Deleted after two months. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [index('billing_events_received_at_idx').on(table.receivedAt)],
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
    /** What is charged at once. */
    amountMinor: integer('amount_minor').notNull(),
    /** What each later payment costs: the price without the offer. */
    usualAmountMinor: integer('usual_amount_minor').notNull(),
    offerId: uuid('offer_id').references(() => offers.id),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    /** The words of the consent to access at once, and when it was given. */
    consentVersion: text('consent_version'),
    consentedAt: instant('consented_at'),
    /** The provider's id of its page; null until it is opened there. */
    sessionId: text('session_id'),
    status: text('status', { enum: ['open', 'paid', 'declined', 'expired'] }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('checkouts_user_id_idx').on(table.userId),
    uniqueIndex('checkouts_session_id_idx').on(table.sessionId),
    index('checkouts_offer_id_idx')
      .on(table.offerId)
      .where(sql`${table.offerId} is not null`),
  ],
);

/**
 * Paid or granted access for a time. Entitlement is computed from these rows and the clock. What was bought is written
 * only by `syncCustomer`, from what the provider knows.
 */
export const passes = pgTable(
  'passes',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tier: text('tier', { enum: ['premium', 'lifetime'] }).notNull(),
    /** `sandbox`: taken in the test mode before it knew subscriptions. */
    source: text('source', { enum: ['sandbox', 'grant', 'subscription', 'purchase'] }).notNull(),
    checkoutId: uuid('checkout_id').references(() => checkouts.id),
    startsAt: instant('starts_at').notNull(),
    /** When access ends, grace included. */
    endsAt: instant('ends_at'),
    revokedAt: instant('revoked_at'),
    reason: text('reason'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Whether real money was paid. A pass without it counts only while payments are not live, or when it was granted. */
    livemode: boolean('livemode').notNull().default(false),
    customerId: text('customer_id').references(() => billingCustomers.id, { onDelete: 'cascade' }),
    /** The provider's id of the subscription or of the payment. */
    providerRef: text('provider_ref'),
    plan: text('plan', { enum: PLANS }),
    status: text('status', { enum: ['live', 'past_due', 'ended'] }),
    periodStart: instant('period_start'),
    /** The end of what is paid. */
    periodEnd: instant('period_end'),
    renews: boolean('renews'),
    /** What the next payment costs. */
    amountMinor: integer('amount_minor'),
    currency: text('currency', { enum: CURRENCIES }),
    /** The last payment, what was paid and what was given back. */
    paymentRef: text('payment_ref'),
    paidMinor: integer('paid_minor'),
    refundedMinor: integer('refunded_minor'),
    cardLast4: text('card_last4'),
    /** The present period is not paid because a bank waits for its customer to confirm. */
    asksBank: boolean('asks_bank').notNull().default(false),
    /** What goes back when the pass is given back, and until when; stays as it was once that was done. */
    returnable: jsonb('returnable').$type<Returnable[]>().notNull().default([]),
    /** When the person gave it back; the payment is returned by a job. */
    withdrawnAt: instant('withdrawn_at'),
    /** The end of a period of which its owner was told last: that the pass renews then, or that it was over. */
    remindedOf: instant('reminded_of'),
  },
  (table) => [
    index('passes_user_id_idx').on(table.userId),
    index('passes_customer_id_idx').on(table.customerId),
    uniqueIndex('passes_provider_ref_idx').on(table.providerRef),
    index('passes_payment_ref_idx').on(table.paymentRef),
    index('passes_renewal_idx')
      .on(table.periodEnd)
      .where(sql`${table.plan} = 'yearly' and ${table.renews}`),
    index('passes_trip_end_idx')
      .on(table.periodEnd)
      .where(sql`${table.plan} = 'trip'`),
  ],
);
