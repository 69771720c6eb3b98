import { createHash } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { subscriptionSpans } from './table.ts';

export interface CurrentSubscription {
  id: string;
  currency: string;
  /** What it costs a year, in minor units: twelve months, or the year. */
  yearlyMinor: number;
  startedAt: Date;
  /** When its present period began, and with it its present price. */
  periodStart: Date;
  /** When its access ends if nothing changes, or ended. */
  accessEndsAt: Date;
}

const hash = (id: string) => createHash('sha256').update(id).digest('hex');
const getLater = (a: Date, b: Date) => (a > b ? a : b);
const getEarlier = (a: Date, b: Date) => (a < b ? a : b);

/**
 * Stores what a subscription gives and costs, at `now`: a stretch of time goes on while both stay the same. Access that
 * comes back begins a new one.
 */
export async function saveSubscriptionSpan(
  tx: Database,
  { userId, livemode }: { userId: string; livemode: boolean },
  { id, currency, yearlyMinor, startedAt, periodStart, accessEndsAt }: CurrentSubscription,
  now: Date,
): Promise<void> {
  const subscription = hash(id);
  const [last] = await tx
    .select()
    .from(subscriptionSpans)
    .where(eq(subscriptionSpans.subscription, subscription))
    .orderBy(sql`${subscriptionSpans.endedAt} desc nulls first`, desc(subscriptionSpans.id))
    .limit(1);
  const runs = accessEndsAt > now;
  const terms = { subscription, subscriber: hash(userId), livemode, currency, yearlyMinor };
  const begin = (from: Date, endedAt: Date | null = null) =>
    tx.insert(subscriptionSpans).values({ ...terms, startedAt: from, endedAt });
  if (!last) {
    // Ended before it was heard of.
    if (!runs && accessEndsAt > startedAt) await begin(startedAt, accessEndsAt);
    if (runs) await begin(startedAt);
    return;
  }
  const isThis = eq(subscriptionSpans.id, last.id);
  const end = (at: Date) =>
    tx
      .update(subscriptionSpans)
      .set({ endedAt: getLater(at, last.startedAt) })
      .where(isThis);
  if (last.endedAt !== null) {
    if (runs) await begin(periodStart > last.endedAt ? periodStart : now);
  } else if (!runs) await end(getEarlier(accessEndsAt, now));
  else if (last.yearlyMinor !== yearlyMinor || last.currency !== currency) {
    await end(periodStart);
    await begin(getLater(periodStart, last.startedAt));
  }
}

/** Ends what a person's subscriptions give, as when they delete their account. */
export async function endSubscriptionSpansOfPerson(
  tx: Database,
  userId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(subscriptionSpans)
    .set({ endedAt: now })
    .where(and(eq(subscriptionSpans.subscriber, hash(userId)), isNull(subscriptionSpans.endedAt)));
}

/** How long before a day those are counted of whom some have left by it: churn is told over 30 days. */
const CHURN_DAYS = 30;

/**
 * Counts, for `today`, what running subscriptions bring a month (`mrr`, by currency), how many people have one
 * (`subscribers`), how many had one 30 days before (`subscribers_before`), how many of those have none now
 * (`subscribers_left`), and how many have a renewal that was refused (`subscribers_failing`).
 */
export async function saveRecurringRevenueTotals(
  tx: Database,
  today: string,
  { now, livemode }: { now: Date; livemode: boolean },
): Promise<void> {
  const at = now.toISOString();
  const before = new Date(now.getTime() - CHURN_DAYS * 86_400_000).toISOString();
  const runs = (instant: string) =>
    sql`livemode = ${livemode} and started_at <= ${instant}::timestamptz
      and (ended_at is null or ended_at > ${instant}::timestamptz)`;
  const had = sql`select distinct subscriber from subscription_spans where ${runs(before)}`;
  const have = sql`select distinct subscriber from subscription_spans where ${runs(at)}`;
  await tx.execute(sql`
    delete from totals where day = ${today}::date
      and metric in ('mrr', 'subscribers', 'subscribers_before', 'subscribers_left', 'subscribers_failing')`);
  await tx.execute(sql`
    insert into totals (metric, key, day, value, people)
    select 'mrr', currency, ${today}::date, round(sum(yearly_minor) / 12.0), count(distinct subscriber)
      from subscription_spans where ${runs(at)} group by currency
    union all select 'subscribers', '', ${today}::date, (select count(*) from (${have}) one), null
    union all select 'subscribers_before', '', ${today}::date, (select count(*) from (${had}) one), null
    union all select 'subscribers_left', '', ${today}::date,
      (select count(*) from (${had} except ${have}) one), null
    union all select 'subscribers_failing', '', ${today}::date, (select count(distinct user_id) from passes
      where status = 'past_due' and livemode = ${livemode} and revoked_at is null), null`);
}
