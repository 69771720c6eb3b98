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
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { buildUserIdColumn, users } from '#server/features/account/table.ts';
import { CURRENCIES, offers, PLANS } from './prices/table.ts';
import type { StoredUnpaidChange } from './policy.ts';
import type { SentRenewalReminder } from './notices/policy.ts';
import type { WithdrawalRefundWithDeadline } from './withdrawal/policy.ts';

const PROVIDERS = ['sandbox', 'stripe'] as const;

/**
 * A person's customer at a payment provider. `syncStarted` numbers the readings of its state, so that an earlier
 * reading never replaces a later one.
 */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    id: text('id').primaryKey(),
    userId: buildUserIdColumn(),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    livemode: boolean('livemode').notNull(),
    syncStarted: integer('sync_started').notNull().default(0),
    syncApplied: integer('sync_applied').notNull().default(0),
    syncedAt: buildInstantColumn('synced_at'),
    /** When it is to be read again, after it could not be read; null while it can. */
    retryAt: buildInstantColumn('retry_at'),
    /** When the provider said that it exists no longer; another one takes its place. */
    deletedAt: buildInstantColumn('deleted_at'),
    createdAt: buildInstantColumn('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('billing_customers_current_idx')
      .on(table.userId, table.provider, table.livemode)
      .where(sql`${table.deletedAt} is null`),
    index('billing_customers_user_id_idx').on(table.userId),
    index('billing_customers_synced_at_idx').on(table.syncedAt),
    index('billing_customers_retry_at_idx')
      .on(table.retryAt)
      .where(sql`${table.retryAt} is not null`),
  ],
);

/** Ids of the provider's events, so that none is processed twice. Deleted after two months. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: buildInstantColumn('received_at').notNull(),
  },
  (table) => [index('billing_events_received_at_idx').on(table.receivedAt)],
);

/**
 * One attempt to buy. The price is copied, so that a change of price does not affect an open checkout. After an erasure
 * the record of a payment stays, without its buyer.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: buildPrimaryIdColumn(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    plan: text('plan', { enum: PLANS }).notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    /** Whether it is for another person, who gets a code. */
    isGift: boolean('is_gift').notNull().default(false),
    /** Amount of the first payment. */
    amountMinor: integer('amount_minor').notNull(),
    /** Amount of each later payment: the price without the offer. */
    usualAmountMinor: integer('usual_amount_minor').notNull(),
    offerId: uuid('offer_id').references(() => offers.id),
    provider: text('provider', { enum: PROVIDERS }).notNull(),
    /** The statements to which the buyer agreed, the version of their words, and when it was. */
    consentStatements: text('consent_statements').array(),
    consentVersion: text('consent_version'),
    consentedAt: buildInstantColumn('consented_at'),
    /** The provider's id of its page; null until the page is created. */
    sessionId: text('session_id'),
    /** Number of attempts to create the page that failed. */
    attempt: integer('attempt').notNull().default(0),
    status: text('status', { enum: ['open', 'paid', 'declined', 'expired'] }).notNull(),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('checkouts_user_id_idx').on(table.userId),
    index('checkouts_open_idx')
      .on(table.createdAt)
      .where(sql`${table.status} = 'open'`),
    uniqueIndex('checkouts_session_id_idx').on(table.sessionId),
    index('checkouts_offer_id_idx')
      .on(table.offerId)
      .where(sql`${table.offerId} is not null`),
  ],
);

/**
 * Paid or granted access for a time. Entitlement is computed from these rows and the clock. Bought passes are written
 * by `syncAndCorrectCustomer` only, from the provider's state, except for `withdrawnAt`, `endAskedAt`,
 * `renewalReminders` and `remindedOf`.
 */
export const passes = pgTable(
  'passes',
  {
    id: buildPrimaryIdColumn(),
    userId: buildUserIdColumn(),
    tier: text('tier', { enum: ['premium', 'lifetime'] }).notNull(),
    /** `sandbox`: from an early test mode without subscriptions. */
    source: text('source', {
      enum: ['sandbox', 'grant', 'gift', 'subscription', 'purchase'],
    }).notNull(),
    checkoutId: uuid('checkout_id').references(() => checkouts.id),
    startsAt: buildInstantColumn('starts_at').notNull(),
    /** When access ends, grace included; null for never. */
    endsAt: buildInstantColumn('ends_at'),
    revokedAt: buildInstantColumn('revoked_at'),
    reason: text('reason'),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
    /** Whether it was paid with real money. Others, unless granted, count only while payments are not live. */
    livemode: boolean('livemode').notNull().default(false),
    customerId: text('customer_id').references(() => billingCustomers.id, { onDelete: 'cascade' }),
    /** The provider's id of the subscription or of the payment. */
    providerRef: text('provider_ref'),
    plan: text('plan', { enum: PLANS }),
    status: text('status', { enum: ['live', 'past_due', 'ended'] }),
    periodStart: buildInstantColumn('period_start'),
    /** End of the present period, whether or not it is paid. */
    periodEnd: buildInstantColumn('period_end'),
    /** End of the last period that was paid; null for never, and until the first reading. */
    paidUntil: buildInstantColumn('paid_until'),
    renews: boolean('renews'),
    /** Amount of the next payment. */
    amountMinor: integer('amount_minor'),
    currency: text('currency', { enum: CURRENCIES }),
    /** The last payment: its id, the amount paid and the amount refunded. */
    paymentRef: text('payment_ref'),
    paidMinor: integer('paid_minor'),
    refundedMinor: integer('refunded_minor'),
    /** What the last payment had credited of the one before; null until the first reading. */
    creditedMinor: integer('credited_minor'),
    cardLast4: text('card_last4'),
    /** Whether the present period is unpaid because the bank waits for the customer's confirmation. */
    asksBank: boolean('asks_bank').notNull().default(false),
    /** Until when its payments are paused: the instant of the next one; null while they are not. */
    pausedUntil: buildInstantColumn('paused_until'),
    /** The plan with which it goes on after its paid period, if another one. */
    nextPlan: text('next_plan', { enum: PLANS }),
    /** The bank's code for refusing the payment of the present period; null where it is paid, or none is known. */
    declineCode: text('decline_code'),
    /** A change to the yearly plan whose payment waits for the person's bank, or was refused. */
    pendingChange: jsonb('pending_change').$type<StoredUnpaidChange>(),
    /** The refunds due when the pass is withdrawn from; unchanged after that. */
    returnable: jsonb('returnable').$type<WithdrawalRefundWithDeadline[]>().notNull().default([]),
    /** When the person withdrew from it; a job makes the refund. */
    withdrawnAt: buildInstantColumn('withdrawn_at'),
    /** Whether the refund of the withdrawal waits for the operator. */
    isHeld: boolean('is_held').notNull().default(false),
    /** When the person asked that it end with its paid time; null once the provider has been told. */
    endAskedAt: buildInstantColumn('end_asked_at'),
    /** When the present period began by a renewal; null for the first one, and after a change of plan. */
    renewedAt: buildInstantColumn('renewed_at'),
    /** The renewals of a year of which the owner was reminded, and when; one a year. */
    renewalReminders: jsonb('renewal_reminders')
      .$type<SentRenewalReminder[]>()
      .notNull()
      .default([]),
    /**
     * The instant about which the owner was last e-mailed: the `periodEnd` of a coming renewal, of a trip or of a gift,
     * or the `pausedUntil` of a pause.
     */
    remindedOf: buildInstantColumn('reminded_of'),
  },
  (table) => [
    index('passes_user_id_idx').on(table.userId),
    index('passes_customer_id_idx').on(table.customerId),
    uniqueIndex('passes_provider_ref_idx').on(table.providerRef),
    index('passes_payment_ref_idx').on(table.paymentRef),
    index('passes_renewal_idx')
      .on(table.periodEnd)
      .where(sql`${table.plan} = 'yearly' and ${table.renews}`),
    index('passes_past_due_idx')
      .on(table.id)
      .where(sql`${table.status} = 'past_due'`),
    index('passes_pending_change_idx')
      .on(table.customerId)
      .where(sql`${table.pendingChange} is not null`),
    index('passes_end_asked_idx')
      .on(table.endAskedAt)
      .where(sql`${table.endAskedAt} is not null`),
    index('passes_withdrawn_idx')
      .on(table.withdrawnAt)
      .where(sql`${table.withdrawnAt} is not null`),
    index('passes_held_idx')
      .on(table.withdrawnAt)
      .where(sql`${table.isHeld}`),
    index('passes_trip_end_idx')
      .on(table.periodEnd)
      .where(sql`${table.plan} = 'trip'`),
    index('passes_gift_end_idx')
      .on(table.periodEnd)
      .where(sql`${table.source} = 'gift'`),
    index('passes_pause_end_idx')
      .on(table.pausedUntil)
      .where(sql`${table.pausedUntil} is not null`),
  ],
);

/**
 * Customers whose account here was deleted, until the provider says that they are erased there and will not be charged
 * again. Names no person: an id at the provider, and the pages that were open.
 */
export const customerErasures = pgTable('customer_erasures', {
  customerId: text('customer_id').primaryKey(),
  sessionIds: text('session_ids').array().notNull(),
  /** What is owed of withdrawals that were declared before. */
  refunds: jsonb('refunds').$type<OwedRefund[]>().notNull().default([]),
  requestedAt: buildInstantColumn('requested_at').notNull(),
});

/** A payment of which `upToMinor` are owed in all. */
export interface OwedRefund {
  paymentRef: string;
  upToMinor: number;
}

/** Refunds that failed at the bank, by the provider's id of the refund. */
export const refundFailures = pgTable(
  'refund_failures',
  {
    refundId: text('refund_id').primaryKey(),
    paymentRef: text('payment_ref').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    /** When it failed or, where the provider refuses another one, is to be made again. */
    failedAt: buildInstantColumn('failed_at').notNull(),
    /** When it was made again; null until then. */
    retriedAt: buildInstantColumn('retried_at'),
  },
  (table) => [index('refund_failures_payment_ref_idx').on(table.paymentRef)],
);
