import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { users } from '#server/features/account/table.ts';
import { CURRENCIES, PLANS } from '../prices/table.ts';
import { checkouts, passes } from '../table.ts';

/**
 * Passes that were bought for another person, once they are paid. After an erasure of the buyer the gift stays, because
 * its code is a person's; it no longer says who bought it, or, after one of theirs, who redeemed it.
 */
export const gifts = pgTable(
  'gifts',
  {
    id: buildPrimaryIdColumn(),
    buyerId: uuid('buyer_id').references(() => users.id, { onDelete: 'set null' }),
    checkoutId: uuid('checkout_id')
      .notNull()
      .unique()
      .references(() => checkouts.id),
    plan: text('plan', { enum: PLANS }).notNull(),
    livemode: boolean('livemode').notNull(),
    paymentRef: text('payment_ref').notNull().unique(),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    boughtAt: buildInstantColumn('bought_at').notNull(),
    withdrawUntil: buildInstantColumn('withdraw_until').notNull(),
    codeIndex: text('code_index').notNull().unique(),
    code: text('code').notNull(),
    /** When the buyer withdrew from it, or the operator gave it back; a job makes the refund. */
    withdrawnAt: buildInstantColumn('withdrawn_at'),
    /** When its payment had been given back. */
    refundedAt: buildInstantColumn('refunded_at'),
    /** When that was told, which is once: a bank may send a refund back, and it is made again. */
    refundToldAt: buildInstantColumn('refund_told_at'),
    redeemedAt: buildInstantColumn('redeemed_at'),
    passId: uuid('pass_id').references(() => passes.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('gifts_buyer_id_idx').on(table.buyerId),
    index('gifts_pass_id_idx').on(table.passId),
    index('gifts_withdrawn_idx')
      .on(table.withdrawnAt)
      .where(sql`${table.withdrawnAt} is not null and ${table.refundedAt} is null`),
  ],
);
