import { and, desc, eq, gt, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { billingCustomers, checkouts, passes } from './table.ts';

/**
 * Lateral subquery: the best active pass of the joined `users` row at `now`; lifetime first, then the latest
 * end. Same rule as `entitlement` in shared/rules; a test keeps them equal.
 */
export function buildActivePassQuery(db: Database, now: Placeholder, livemode: Placeholder) {
  return db
    .select({ tier: passes.tier, endsAt: passes.endsAt })
    .from(passes)
    .where(
      and(
        eq(passes.userId, users.id),
        // One that began as it was made is open, even where the clock was ahead then and was set right since.
        or(lte(passes.startsAt, now), lte(passes.startsAt, passes.createdAt)),
        or(isNull(passes.endsAt), gt(passes.endsAt, now)),
        isNull(passes.revokedAt),
        matchesPaymentMode(sql`${livemode}::boolean`),
      ),
    )
    .orderBy(sql`${passes.tier} = 'lifetime' desc`, sql`${passes.endsAt} desc nulls first`)
    .limit(1)
    .as('active_pass');
}

/** Builds the condition that a pass was bought in this payment mode: where payments are real, passes of the test mode give no access. */
export const matchesPaymentMode = (livemode: SQL | boolean) =>
  sql`(${passes.livemode} or ${passes.source} = 'grant' or not ${livemode})`;

/** Lists the passes of a person, the newest first, at most 100. */
export function listPasses(db: Database, userId: string) {
  return db
    .select()
    .from(passes)
    .where(eq(passes.userId, userId))
    .orderBy(desc(passes.createdAt))
    .limit(100);
}

/** Who a person is to the providers of payments; with `livemode` only to those of the test mode, or only to real ones. */
export async function listCustomerIds(
  db: Database,
  userId: string,
  livemode?: boolean,
): Promise<string[]> {
  const rows = await db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(
      and(
        eq(billingCustomers.userId, userId),
        livemode === undefined ? undefined : eq(billingCustomers.livemode, livemode),
      ),
    )
    .orderBy(desc(billingCustomers.createdAt))
    .limit(10);
  return rows.map(({ id }) => id);
}

/** Finds the customer whom an event is about: by its id, or by a payment of theirs. Null for one we do not know. */
export async function findKnownCustomer(
  db: Database,
  { customerId, paymentRef }: { customerId: string | null; paymentRef: string | null },
): Promise<string | null> {
  if (customerId !== null) {
    const [row] = await db
      .select({ id: billingCustomers.id })
      .from(billingCustomers)
      .where(eq(billingCustomers.id, customerId))
      .limit(1);
    return row?.id ?? null;
  }
  if (paymentRef === null) return null;
  const [row] = await db
    .select({ id: passes.customerId })
    .from(passes)
    .where(eq(passes.paymentRef, paymentRef))
    .limit(1);
  return row?.id ?? null;
}

/** Finds a pass of a person; null when there is none or it is somebody else's. */
export async function findPass(db: Database, userId: string, passId: string) {
  const [row] = await db
    .select()
    .from(passes)
    .where(and(eq(passes.id, passId), eq(passes.userId, userId)))
    .limit(1);
  return row ?? null;
}

/** Customers with a living pass or a recent checkout of whom nothing was read for `staleMs`, the longest first. */
export function listStaleCustomers(
  db: Database,
  livemode: boolean,
  now: Date,
  staleMs: number,
  limit: number,
) {
  const before = new Date(now.getTime() - staleMs);
  const { id, userId, syncedAt } = billingCustomers;
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
        or(hasPass, hasCheckout),
      ),
    )
    .orderBy(sql`${syncedAt} asc nulls first`)
    .limit(limit);
}

/**
 * Finds the pass that a person has at `now`, the best of several: a lifetime pass that was bought, then a subscription,
 * which they pay for and must be able to end whatever else they were granted, then as `buildActivePassQuery` chooses;
 * else the last one whose payment failed and that was not ended. Null without one.
 */
export async function findOwnPass(db: Database, userId: string, now: Date, livemode: boolean) {
  const all = await db
    .select()
    .from(passes)
    .where(and(eq(passes.userId, userId), isNull(passes.revokedAt), matchesPaymentMode(livemode)))
    .orderBy(sql`${passes.tier} = 'lifetime' desc`, sql`${passes.endsAt} desc nulls first`)
    .limit(100);
  const active = all.filter(
    ({ startsAt, createdAt, endsAt }) =>
      (startsAt <= now || startsAt <= createdAt) && (endsAt === null || endsAt > now),
  );
  const best =
    active.find(({ tier, source }) => tier === 'lifetime' && source === 'purchase') ??
    active.find(({ source, status }) => source === 'subscription' && status !== 'ended') ??
    active[0];
  const found = best ?? all.find(({ status }) => status === 'past_due');
  return found ? { ...found, isActive: found === best } : null;
}

/** When the provider of payments was last read about a person; null where it never was. */
export async function findLastSync(db: Database, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: billingCustomers.syncedAt })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId))
    .orderBy(sql`${billingCustomers.syncedAt} desc nulls last`)
    .limit(1);
  return row?.at ?? null;
}
