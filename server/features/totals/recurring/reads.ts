import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Currency } from '#shared/contract/fields.ts';
import type { StudioOverview } from '#shared/contract/totals.ts';
import { totals } from '../table.ts';

const METRICS = [
  'mrr',
  'subscribers',
  'subscribers_before',
  'subscribers_left',
  'subscribers_failing',
];

/** Returns what subscriptions bring a month, how many people have one, and who has left within 30 days, as last counted. */
export async function readRecurringRevenue(db: Database): Promise<StudioOverview['recurring']> {
  const rows = await db
    .select({ metric: totals.metric, key: totals.key, value: totals.value })
    .from(totals)
    .where(
      and(
        inArray(totals.metric, METRICS),
        eq(totals.day, sql`(select max(day) from totals where metric = 'subscribers')`),
      ),
    )
    .limit(20);
  const find = (metric: string) => rows.find((one) => one.metric === metric)?.value ?? 0;
  return {
    mrr: rows
      .filter(({ metric }) => metric === 'mrr')
      .map(({ key, value }) => ({ currency: key as Currency, amountMinor: value })),
    subscribers: find('subscribers'),
    subscribersBefore: find('subscribers_before'),
    left: find('subscribers_left'),
    failing: find('subscribers_failing'),
  };
}
