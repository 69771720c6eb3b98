import { and, type AnyColumn, desc, eq, isNull, lt, notExists, notInArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { passes, refundFailures } from '../table.ts';
import { disputes } from './table.ts';

interface Page {
  livemode: boolean;
  limit: number;
  before?: string | undefined;
}

/** Lists subscriptions whose payment is refused, the newest first: `limit`, with one more when another page follows. */
export function listFailingSubscriptions(db: Database, { livemode, limit, before }: Page) {
  return db
    .select({
      id: passes.id,
      userId: users.id,
      email: users.email,
      plan: passes.plan,
      amountMinor: passes.amountMinor,
      currency: passes.currency,
      asksBank: passes.asksBank,
      declineCode: passes.declineCode,
      periodStart: passes.periodStart,
      startsAt: passes.startsAt,
      endsAt: passes.endsAt,
    })
    .from(passes)
    .innerJoin(users, eq(users.id, passes.userId))
    .where(
      and(
        eq(passes.status, 'past_due'),
        eq(passes.livemode, livemode),
        isNull(passes.revokedAt),
        before === undefined ? undefined : lt(passes.id, before),
      ),
    )
    .orderBy(desc(passes.id))
    .limit(limit + 1);
}

/** Lists disputes, the newest first: `limit`, with one more when another page follows. */
export function listDisputes(db: Database, { livemode, limit, before }: Page) {
  return db
    .select({ dispute: disputes, email: users.email })
    .from(disputes)
    .leftJoin(users, eq(users.id, disputes.userId))
    .where(
      and(
        eq(disputes.livemode, livemode),
        before === undefined ? undefined : lt(disputes.id, before),
      ),
    )
    .orderBy(desc(disputes.id))
    .limit(limit + 1);
}

/** Dispute states in which the money is the person's or the operator's again, or was never taken. */
const SETTLED = ['won', 'warning_closed', 'warning_needs_response', 'warning_under_review'];

/** Builds the query of the disputes by which a bank holds a payment, or took it back: it can't be refunded. */
export const buildDisputesBlockingRefundQuery = (db: Database, paymentRef: string | AnyColumn) =>
  db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(sql`${disputes.paymentRef} = ${paymentRef}`, notInArray(disputes.status, SETTLED)));

const HOUR_MS = 60 * 60_000;
/** How long the job of a refund has for itself before the periodic task tries too. */
export const REFUND_JOB_MS = HOUR_MS / 2;
/** How long a refund is tried again by the periodic task: longer than banks take to decide about a dispute. */
export const REFUND_TRIED_MS = 180 * 24 * HOUR_MS;

/**
 * Builds the condition that what was withdrawn from can be refunded: no bank holds its payment, and no refund of it failed at
 * the bank since, of which `retryFailedRefunds` takes care.
 */
export const buildRefundableCondition = (
  db: Database,
  { paymentRef, withdrawnAt }: Record<'paymentRef' | 'withdrawnAt', AnyColumn>,
) =>
  and(
    notExists(buildDisputesBlockingRefundQuery(db, paymentRef)),
    notExists(
      db
        .select({ id: refundFailures.refundId })
        .from(refundFailures)
        .where(
          and(
            sql`${refundFailures.paymentRef} = ${paymentRef}`,
            sql`${refundFailures.failedAt} >= ${withdrawnAt}`,
          ),
        ),
    ),
  );
