import { and, count, eq, gt, gte, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import {
  billingCustomers,
  billingEvents,
  customerErasures,
  passes,
  refundFailures,
} from '../table.ts';
import { listUnfinishedGiftWithdrawals } from '../gifts/withdraw-gift.ts';
import { listUnfinishedWithdrawals } from '../withdraw-pass.ts';
import { MISSED_EVENT_TYPE } from '../writes.ts';
import { type OperatorAlert, type AlertDependencies, sendOperatorAlertOnce } from './send-alert.ts';

type Deps = AlertDependencies & Pick<Dependencies, 'db' | 'payments'>;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** After so many failures of a payment's refunds only the operator can help. */
const MAX_RETRIES = 3;

/**
 * Tells the operator, once each, what payments need them for: refunds that failed at the bank, customers who cannot be
 * read or erased, payments of which no event came, withdrawals that wait for them. As a message in the studio, which is
 * e-mailed too.
 */
export async function alertOperatorOfPaymentProblems(deps: Deps, now: Date): Promise<void> {
  const { db, payments } = deps;
  if (!payments) return;
  await runEachDespiteFailures(await listAlerts(db, payments.livemode, now), (alert) =>
    db.transaction((tx) => sendOperatorAlertOnce(deps, tx, alert)),
  );
}

async function listAlerts(db: Database, livemode: boolean, now: Date): Promise<OperatorAlert[]> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  const today = now.toISOString().slice(0, 10);
  const failures = await db
    .select()
    .from(refundFailures)
    .where(gt(refundFailures.failedAt, new Date(now.getTime() - 30 * DAY_MS)))
    .orderBy(refundFailures.failedAt)
    .limit(100);
  const nameFailure = (failure: (typeof failures)[number]): OperatorAlert['name'] => {
    const own = failures.filter(({ paymentRef }) => paymentRef === failure.paymentRef);
    return own.indexOf(failure) < MAX_RETRIES ? 'refundFailed' : 'refundGivenUp';
  };
  const erasures = await db
    .select()
    .from(customerErasures)
    .where(lte(customerErasures.requestedAt, yesterday))
    .limit(100);
  const unread = await db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(
      and(
        eq(billingCustomers.livemode, livemode),
        isNotNull(billingCustomers.retryAt),
        or(isNull(billingCustomers.syncedAt), lt(billingCustomers.syncedAt, yesterday)),
      ),
    )
    .limit(100);
  const [missed] = await db
    .select({ count: count() })
    .from(billingEvents)
    .where(
      and(eq(billingEvents.type, MISSED_EVENT_TYPE), gte(billingEvents.receivedAt, yesterday)),
    );
  const held = await db
    .select({ id: passes.id, paymentRef: passes.paymentRef })
    .from(passes)
    .where(eq(passes.isHeld, true))
    .limit(100);
  const asked = await db
    .select({ id: passes.id, ref: passes.providerRef })
    .from(passes)
    .where(lte(passes.endAskedAt, yesterday))
    .limit(100);
  const stuck = [
    ...asked,
    ...[
      ...(await listUnfinishedWithdrawals(db, now, yesterday)),
      ...(await listUnfinishedGiftWithdrawals(db, now, yesterday)),
    ].map(({ id, paymentRef: ref }) => ({ id, ref })),
  ];
  return [
    ...stuck.map(({ id, ref }) => ({
      key: `stuck:${id}`,
      name: 'contractStuck' as const,
      values: { reference: ref ?? '' },
    })),
    ...failures.map((failure) => ({
      key: failure.refundId,
      name: nameFailure(failure),
      values: { payment: failure.paymentRef },
    })),
    ...erasures.map(({ customerId }) => ({
      key: `erasure:${customerId}`,
      name: 'erasureStuck' as const,
      values: { customer: customerId },
    })),
    ...unread.map(({ id }) => ({
      key: `unread:${id}:${today}`,
      name: 'customerUnread' as const,
      values: { customer: id },
    })),
    ...held.map(({ id, paymentRef }) => ({
      key: `held:${id}`,
      name: 'withdrawalHeld' as const,
      values: { payment: paymentRef ?? '' },
    })),
    ...((missed?.count ?? 0) > 0
      ? [
          {
            key: `missed:${today}`,
            name: 'eventsMissed' as const,
            values: { number: String(missed?.count) },
          },
        ]
      : []),
  ];
}

/** How long a refund waits that Stripe has refused. */
const REFUSED_MS = HOUR_MS / 2;

/**
 * Makes refunds that failed at the bank again at once, three times at most for one payment: after that "you need to arrange
 * an alternative way of providing your customer with a refund" (https://docs.stripe.com/refunds#failed-refunds). What Stripe
 * refuses is tried again in half an hour.
 * @throws as runEachDespiteFailures
 */
export async function retryFailedRefunds(deps: Deps, now: Date): Promise<void> {
  const { db, payments } = deps;
  if (!payments) return;
  const due = await db
    .select()
    .from(refundFailures)
    .where(and(isNull(refundFailures.retriedAt), lte(refundFailures.failedAt, now)))
    .limit(100);
  await runEachDespiteFailures(due, async ({ refundId, paymentRef, amountMinor }) => {
    const all = await db
      .select({ refundId: refundFailures.refundId })
      .from(refundFailures)
      .where(eq(refundFailures.paymentRef, paymentRef))
      .limit(MAX_RETRIES + 1);
    const store = (set: { retriedAt: Date } | { failedAt: Date }) =>
      db.update(refundFailures).set(set).where(eq(refundFailures.refundId, refundId));
    if (all.length <= MAX_RETRIES)
      await payments
        .refundAgain(paymentRef, amountMinor, `again:${refundId}`)
        .catch(async (error: unknown) => {
          // For want of money in the operator's balance, most often.
          await store({ failedAt: new Date(now.getTime() + REFUSED_MS) });
          throw error;
        });
    await store({ retriedAt: now });
  });
}
