import type { StudioOverview } from '#shared/contract/totals.ts';
import { addDays } from '#shared/rules/flight-date.ts';
import { sumVisibleFigures } from '#shared/rules/small-groups.ts';
import { getMondayOfWeek, toUtcCivilDate } from '#shared/rules/week.ts';
import { formatCsv } from '#web/lib/csv.ts';

/** Civil dates, both included. */
export interface DateRange {
  from: string;
  to: string;
}

/** For how many weeks the overview can be opened at once. */
export const RANGE_WEEKS_CHOICES = [4, 8, 12, 26, 52] as const;

/** Returns the range of dates of the last `weeks` weeks, from a Monday to today (UTC), the present week included. */
export function computeDateRange(weeks: number, now: Date): DateRange {
  const to = toUtcCivilDate(now);
  return { from: addDays(getMondayOfWeek(to), -7 * (weeks - 1)), to };
}

/** A line of a picture and a column of its table: a number a week, null where it is hidden. */
export interface ChartSeries {
  key: string;
  name: string;
  values: readonly (number | null)[];
}

type Week = StudioOverview['weeks'][number];

/** Lists the keys that occur in a list of each week, in the order of their first appearance. */
function listKeys<Key>(weeks: readonly Week[], read: (week: Week) => readonly Key[]): Key[] {
  return [...new Set(weeks.flatMap(read))];
}

/**
 * Builds a series for each plan that occurs in these weeks: the number of people with a pass of that plan, week by
 * week.
 */
export function buildPassHolderSeriesByPlan(
  weeks: readonly Week[],
  nameOf: (plan: string) => string,
): ChartSeries[] {
  return listKeys(weeks, ({ passes }) => passes.map(({ plan }) => plan)).map((plan) => ({
    key: plan,
    name: nameOf(plan),
    values: weeks.map(({ passes }) => {
      const found = passes.find((one) => one.plan === plan);
      return found ? found.people : 0;
    }),
  }));
}

/**
 * Builds a series for each currency that occurs in these weeks: the revenue in minor units, or what was given back of
 * it.
 */
export function buildMoneySeries(
  weeks: readonly Week[],
  figure: 'revenue' | 'refunded' = 'revenue',
): ChartSeries[] {
  return listKeys(weeks, (week) => week[figure].map(({ currency }) => currency)).map(
    (currency) => ({
      key: currency,
      name: currency,
      values: weeks.map(
        (week) => week[figure].find((one) => one.currency === currency)?.amountMinor ?? 0,
      ),
    }),
  );
}

/** Sums the values of a chart's series, without hidden ones; null when all are hidden, which is never zero. */
export const sumSeries = ({ values }: ChartSeries): number | null =>
  values.length === 0 ? 0 : sumVisibleFigures(values);

/**
 * Moves the labels of a chart vertically, as little as possible, so that they are `gap` apart and none is below
 * `bottom`. Returns the new positions in the given order.
 */
export function spreadChartLabels(
  heights: readonly number[],
  gap: number,
  bottom: number,
): number[] {
  const order = heights.map((height, index) => ({ height, index })).toSorted(compareHeights);
  const placed: number[] = [];
  let last = -Infinity;
  for (const { height, index } of order) {
    last = Math.max(height, last + gap);
    placed[index] = last;
  }
  let limit = bottom;
  for (const { index } of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? limit, limit);
    limit = placed[index] - gap;
  }
  return placed;
}

const compareHeights = (a: { height: number }, b: { height: number }) => a.height - b.height;

/**
 * Builds the overview as CSV (RFC 4180) with a line for each number; a hidden number is an empty cell. Cells that a
 * spreadsheet would read as a formula are escaped.
 */
export function buildOverviewCsv({
  weeks,
  cohorts,
  funnel,
  fear,
  flights,
  recurring,
}: StudioOverview): string {
  const lines: (string | number | null)[][] = [['what', 'week', 'of', 'value']];
  for (const { week, people, onboarded, passes, revenue, refunded, ...heard } of weeks) {
    const { played, finished, ratings } = heard;
    lines.push(['people', week, '', people], ['onboarded', week, '', onboarded]);
    for (const one of passes) lines.push(['passes', week, one.plan, one.people]);
    for (const one of revenue) lines.push(['revenue_minor', week, one.currency, one.amountMinor]);
    for (const one of refunded) lines.push(['refunded_minor', week, one.currency, one.amountMinor]);
    lines.push(['sessions_played', week, '', played], ['sessions_finished', week, '', finished]);
    for (const [rating, count] of Object.entries(ratings))
      lines.push(['ratings', week, rating, count]);
  }
  for (const { currency, amountMinor } of recurring.mrr)
    lines.push(['mrr_minor', '', currency, amountMinor]);
  lines.push(
    ['subscribers', '', '', recurring.subscribers],
    ['subscribers_30_days_before', '', '', recurring.subscribersBefore],
    ['subscribers_left', '', '', recurring.left],
    ['subscribers_failing', '', '', recurring.failing],
  );
  for (const { step, count } of funnel) lines.push(['funnel', '', step, count]);
  for (const { week, people, returned } of cohorts) {
    lines.push(['joined', week, '', people]);
    for (const [index, count] of returned.entries())
      lines.push(['returned', week, `week ${index + 1}`, count]);
  }
  for (const { area, before, after } of fear?.areas ?? [])
    lines.push(['fear_first', '', area, before], ['fear_second', '', area, after]);
  if (fear) lines.push(['fear_people', '', '', fear.people]);
  for (const [ahead, count] of flights.entries())
    lines.push(['flights_ahead', '', `week ${ahead}`, count]);
  return formatCsv(lines);
}
