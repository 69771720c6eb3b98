import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { billingCustomers, checkouts, passes } from '../table.ts';

/**
 * Lists the ids of customers not synchronised for `staleMs` who have a pass that has not ended, or a checkout of the
 * last `staleMs` and two days, except those put off because they could not be read; the longest unsynchronised first.
 */
export function listStaleCustomers(
  db: Database,
  livemode: boolean,
  now: Date,
  staleMs: number,
  limit: number,
) {
  const before = new Date(now.getTime() - staleMs);
  const { id, userId, syncedAt } = billingCustomers;
  const isReadable = or(isNull(billingCustomers.retryAt), lte(billingCustomers.retryAt, now));
  const hasPass = sql`exists (select 1 from ${passes} where ${passes.customerId} = ${id} and ${passes.status} <> 'ended')`;
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
        or(hasPass, hasCheckout),
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

/**
 * Lists the customers with a payment that is tried again, not synchronised since `before`: its success is access that
 * they wait for.
 */
export function listPastDueCustomers(db: Database, livemode: boolean, before: Date, limit: number) {
  const { id, syncedAt, retryAt } = billingCustomers;
  return db
    .select({ id })
    .from(billingCustomers)
    .where(
      and(
        eq(billingCustomers.livemode, livemode),
        lte(syncedAt, before),
        or(isNull(retryAt), lte(retryAt, before)),
        sql`exists (select 1 from ${passes} where ${passes.customerId} = ${id} and ${passes.status} = 'past_due')`,
      ),
    )
    .orderBy(syncedAt)
    .limit(limit);
}
