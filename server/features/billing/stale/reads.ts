import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { gifts } from '../gifts/table.ts';
import { billingCustomers, checkouts, passes } from '../table.ts';

/**
 * Lists the ids of customers not synchronised for `staleMs` who have a pass that has not ended, or one that was paid within the
 * 120 days for which most banks take disputes, or refunded within the 30 in which a bank may send that back ("This process can
 * take up to 30 days from the post date": https://docs.stripe.com/refunds#failed-refunds), or have given such a pass, or a
 * checkout of the last `staleMs` and two days, except those put off because they could not be read; the longest unsynchronised
 * first.
 */
export function listCustomerIdsDueForSync(
  db: Database,
  livemode: boolean,
  now: Date,
  staleMs: number,
  limit: number,
) {
  const before = new Date(now.getTime() - staleMs);
  const at = sql`${now.toISOString()}::timestamptz`;
  const { id, userId, syncedAt } = billingCustomers;
  const isReadable = or(isNull(billingCustomers.retryAt), lte(billingCustomers.retryAt, now));
  const hasPass = sql`exists (select 1 from ${passes} where ${passes.customerId} = ${id} and (${passes.status} <> 'ended'
    or ${passes.revokedAt} > ${at} - interval '31 days'
    or greatest(${passes.startsAt}, ${passes.periodStart}) > ${at} - interval '120 days'))`;
  const hasGiven = sql`exists (select 1 from ${gifts} where ${gifts.buyerId} = ${userId}
    and (${gifts.boughtAt} > ${at} - interval '120 days' or ${gifts.refundedAt} > ${at} - interval '31 days'))`;
  const hasCheckout = sql`exists (select 1 from ${checkouts} where ${checkouts.userId} = ${userId}
    and ${checkouts.createdAt} > ${before.toISOString()}::timestamptz - interval '2 days')`;
  return db
    .select({ id })
    .from(billingCustomers)
    .where(
      and(
        eq(billingCustomers.livemode, livemode),
        or(isNull(syncedAt), lte(syncedAt, before)),
        isReadable,
        or(hasPass, hasGiven, hasCheckout),
      ),
    )
    .orderBy(sql`${syncedAt} asc nulls first`)
    .limit(limit);
}

/** A checkout whose payment page may be open, or paid without our knowing. */
export interface OpenCheckout {
  id: string;
  sessionId: string;
  customerId: string;
}

/** Lists the checkouts with an open page that were begun after `since`, the latest first, at most `limit`. */
export async function listOpenCheckouts(
  db: Database,
  livemode: boolean,
  since: Date,
  limit: number,
): Promise<OpenCheckout[]> {
  const isOwn = and(
    eq(billingCustomers.userId, checkouts.userId),
    eq(billingCustomers.provider, checkouts.provider),
    eq(billingCustomers.livemode, livemode),
    isNull(billingCustomers.deletedAt),
  );
  const rows = await db
    .select({
      id: checkouts.id,
      sessionId: checkouts.sessionId,
      customerId: billingCustomers.id,
    })
    .from(checkouts)
    .innerJoin(billingCustomers, isOwn)
    .where(and(sql`${checkouts.status} = 'open'`, gt(checkouts.createdAt, since)))
    .orderBy(desc(checkouts.createdAt))
    .limit(limit);
  return rows.flatMap(({ sessionId, ...row }) =>
    sessionId === null ? [] : [{ ...row, sessionId }],
  );
}

/** Lists the customers who could not be read and were put off until `now` or before. */
export function listCustomersDueForSyncRetry(
  db: Database,
  livemode: boolean,
  now: Date,
  limit: number,
) {
  const { id, retryAt } = billingCustomers;
  return db
    .select({ id })
    .from(billingCustomers)
    .where(and(eq(billingCustomers.livemode, livemode), lte(retryAt, now)))
    .orderBy(retryAt)
    .limit(limit);
}

/** Lists the customers for whom a condition holds and who are not put off, the longest unsynchronised first. */
function listReadableCustomers(
  db: Database,
  livemode: boolean,
  now: Date,
  isDue: SQL,
  limit: number,
) {
  const { id, syncedAt, retryAt } = billingCustomers;
  const isReadable = or(isNull(retryAt), lte(retryAt, now));
  return db
    .select({ id })
    .from(billingCustomers)
    .where(and(eq(billingCustomers.livemode, livemode), isReadable, isDue))
    .orderBy(syncedAt)
    .limit(limit);
}

/**
 * Lists the customers with a payment that is tried again, whose success is access that they wait for: those not read for
 * half an hour or, once it has failed for more than a day, for a fiftieth of the time since, a day at most. So one that
 * is never paid, which Stripe may leave `unpaid` for good, is asked about fewer and fewer times.
 */
export function listPastDueCustomersDueForSync(
  db: Database,
  livemode: boolean,
  now: Date,
  limit: number,
) {
  const { id, syncedAt } = billingCustomers;
  const at = sql`${now.toISOString()}::timestamptz`;
  const wait = sql`least(interval '1 day', greatest(interval '30 minutes', (${at} - coalesce(${passes.paidUntil}, ${passes.startsAt})) / 50))`;
  const isDue = sql`exists (select 1 from ${passes} where ${passes.customerId} = ${id} and ${passes.status} = 'past_due'
          and ${syncedAt} <= ${at} - ${wait})`;
  return listReadableCustomers(db, livemode, now, isDue, limit);
}

/**
 * Lists the customers with a change of a pass whose time to be paid was over at `now` and after their last reading: a
 * pause that was lifted for it is to be made again.
 */
export function listCustomersWithExpiredUnpaidChange(
  db: Database,
  livemode: boolean,
  now: Date,
  limit: number,
) {
  const { id, syncedAt } = billingCustomers;
  const expiry = sql`(${passes.pendingChange} ->> 'expiresAt')::timestamptz`;
  const isDue = sql`exists (select 1 from ${passes} where ${passes.customerId} = ${id} and ${passes.pendingChange} is not null
          and ${expiry} <= ${now.toISOString()}::timestamptz and (${syncedAt} is null or ${syncedAt} <= ${expiry}))`;
  return listReadableCustomers(db, livemode, now, isDue, limit);
}

/**
 * Lists the customers with a subscription that goes on, and of whose payment for it nothing is known: they have no access until
 * it is read, and its event may be lost. For a day after a pause, an hour after which Stripe charges; and every half hour for
 * the fourteen days for which a first bank debit may be on its way.
 */
export function listCustomersWithUnknownRenewalPayment(
  db: Database,
  livemode: boolean,
  now: Date,
  limit: number,
) {
  const { id, syncedAt } = billingCustomers;
  const { customerId, renews, status, endsAt, pausedUntil, periodStart } = passes;
  const at = sql`${now.toISOString()}::timestamptz`;
  const isDue = sql`exists (select 1 from ${passes} where ${customerId} = ${id} and ${renews} and ${status} = 'live' and ${endsAt} <= ${at}
          and (${pausedUntil} is null or ${pausedUntil} <= ${at})
          and greatest(${pausedUntil}, ${periodStart}) >
            ${at} - case when ${syncedAt} <= ${at} - interval '30 minutes' then interval '14 days' else interval '1 day' end)`;
  return listReadableCustomers(db, livemode, now, isDue, limit);
}
