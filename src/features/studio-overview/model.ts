import type { Overview } from '#shared/contract/totals.ts';
import { addDays } from '#shared/rules/flight-date.ts';
import { sumShown } from '#shared/rules/small-groups.ts';
import { findMonday, toDay } from '#shared/rules/week.ts';

/** Civil dates, both included. */
export interface Range {
  from: string;
  to: string;
}

/** For how many weeks the overview can be opened at once. */
export const SPANS = [4, 8, 12, 26, 52] as const;

/** Returns the weeks up to the present one, the present one included. */
export function findRange(weeks: number, now: Date): Range {
  const to = toDay(now);
  return { from: addDays(findMonday(to), -7 * (weeks - 1)), to };
}

/** A line of a picture and a column of its table: a number a week, null where it is hidden. */
export interface Series {
  key: string;
  name: string;
  values: readonly (number | null)[];
}

type Week = Overview['weeks'][number];

/** Lists the keys that occur in a list of each week, in the order of their first appearance. */
function listKeys<Key>(weeks: readonly Week[], read: (week: Week) => readonly Key[]): Key[] {
  return [...new Set(weeks.flatMap(read))];
}

/** Builds a line for each plan of which there was a pass. */
export function buildPassSeries(
  weeks: readonly Week[],
  nameOf: (plan: string) => string,
): Series[] {
  return listKeys(weeks, ({ passes }) => passes.map(({ plan }) => plan)).map((plan) => ({
    key: plan,
    name: nameOf(plan),
    values: weeks.map(({ passes }) => {
      const found = passes.find((one) => one.plan === plan);
      return found ? found.people : 0;
    }),
  }));
}

/** Builds a line for each currency in which something was paid, in minor units. */
export function buildRevenueSeries(weeks: readonly Week[]): Series[] {
  return listKeys(weeks, ({ revenue }) => revenue.map(({ currency }) => currency)).map(
    (currency) => ({
      key: currency,
      name: currency,
      values: weeks.map(
        ({ revenue }) => revenue.find((one) => one.currency === currency)?.amountMinor ?? 0,
      ),
    }),
  );
}

/** Adds up a line, or nothing where nothing of it is shown. */
export const sumSeries = ({ values }: Series): number => sumShown(values) ?? 0;

/** Moves labels no further than it takes for none to lie over another or below `bottom`, in the order of their heights. */
export function spreadLabels(heights: readonly number[], gap: number, bottom: number): number[] {
  const order = heights.map((height, index) => ({ height, index })).toSorted(byHeight);
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

const byHeight = (a: { height: number }, b: { height: number }) => a.height - b.height;

const quote = (value: string | number | null) => {
  const text = value === null ? '' : String(value);
  // A cell that begins so would be a formula in a spreadsheet.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Writes the overview as CSV (RFC 4180): a line for each number; one that is hidden is empty. */
export function buildCsv({ weeks, cohorts, fear, flights }: Overview): string {
  const lines: (string | number | null)[][] = [['what', 'week', 'of', 'value']];
  for (const { week, people, onboarded, passes, revenue, played, finished, ratings } of weeks) {
    lines.push(['people', week, '', people], ['onboarded', week, '', onboarded]);
    for (const one of passes) lines.push(['passes', week, one.plan, one.people]);
    for (const one of revenue) lines.push(['revenue_minor', week, one.currency, one.amountMinor]);
    lines.push(['sessions_played', week, '', played], ['sessions_finished', week, '', finished]);
    for (const [rating, count] of Object.entries(ratings))
      lines.push(['ratings', week, rating, count]);
  }
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
  return lines.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}
