import type { Currency } from '#shared/contract/fields.ts';
import type { StudioOverview } from '#shared/contract/totals.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { hideFigureOfSmallGroup, hideShareOfSmallGroup } from '#shared/rules/small-groups.ts';
import { listMondays } from '#shared/rules/week.ts';
import type { WeeklyFigureRow } from './reads.ts';
import { MAX_COHORT_WEEKS, FLIGHT_WEEKS_AHEAD } from './writes.ts';

interface Rows {
  weekly: readonly WeeklyFigureRow[];
  standing: readonly WeeklyFigureRow[];
  earlier: readonly WeeklyFigureRow[];
}

/** Creates a function that returns the rows of a metric in a week. */
function indexTotals(rows: readonly WeeklyFigureRow[]) {
  const byWeek = Map.groupBy(rows, ({ metric, week }) => `${metric} ${week}`);
  return (metric: string, week: string) => byWeek.get(`${metric} ${week}`) ?? [];
}

/** A figure of weeks that were added up without it: as if each had been another person. */
const toFigureOfDistinctPeople = (value: number) => ({ value, people: value });

/**
 * Converts stored statistics to the figures of each week for the admin's overview. Figures that count few people are
 * null, and so are plays and ratings of the unfinished week.
 */
export function toWeeklyFigures(
  { from, to, thisWeek }: { from: string; to: string; thisWeek: string },
  { weekly, standing, earlier }: Rows,
): StudioOverview['weeks'] {
  const happened = indexTotals(weekly);
  const stood = indexTotals(standing);
  const last = (metric: string) => earlier.find((one) => one.metric === metric)?.value ?? 0;
  let people = last('people');
  let onboarded = last('onboarded');
  return listMondays(from, to).map((week) => {
    people = stood('people', week)[0]?.value ?? people;
    onboarded = stood('onboarded', week)[0]?.value ?? onboarded;
    const isOver = week < thisWeek;
    const show = (metric: string, key = '') => {
      const found = happened(metric, week).find((one) => one.key === key);
      return isOver ? hideFigureOfSmallGroup(found ?? { value: 0, people: 0 }) : null;
    };
    const played = show('played');
    const finished = show('finished');
    // What was begun and left is their difference, and is told of as little where a few did so.
    const left = hideFigureOfSmallGroup(
      happened('left', week)[0] ?? toFigureOfDistinctPeople((played ?? 0) - (finished ?? 0)),
    );
    return {
      week,
      people,
      onboarded,
      passes: stood('passes', week).map((one) => ({
        plan: one.key,
        people: hideFigureOfSmallGroup(one),
      })),
      revenue: toAmounts(happened('revenue', week)),
      refunded: toAmounts(happened('refunded', week)).filter(({ amountMinor }) => amountMinor > 0),
      played,
      finished: left === null ? null : finished,
      ratings: isOver
        ? showRatings(happened('rating', week), happened('raters', week))
        : NO_RATINGS,
    };
  });
}

const toAmounts = (rows: readonly WeeklyFigureRow[]) =>
  rows.map(({ key, value }) => ({ currency: key as Currency, amountMinor: value }));

const NO_RATINGS = { very_helpful: null, somewhat_helpful: null, not_helpful: null };

/**
 * The ratings of a week, all of them or none: were a small one left out alone, the few who complain would never be seen.
 * Weeks that were added up before raters were counted have at least as many as gave the most frequent rating.
 */
function showRatings(
  rows: readonly WeeklyFigureRow[],
  raters: readonly WeeklyFigureRow[],
): StudioOverview['weeks'][number]['ratings'] {
  const people = raters[0]?.people ?? Math.max(0, ...rows.map((row) => row.people));
  const show = (rating: string) =>
    hideFigureOfSmallGroup({ value: rows.find(({ key }) => key === rating)?.value ?? 0, people });
  return {
    very_helpful: show('very_helpful'),
    somewhat_helpful: show('somewhat_helpful'),
    not_helpful: show('not_helpful'),
  };
}

/**
 * Converts stored statistics to cohorts: for each finished week how many people joined in it, and how many of them
 * practised in each week after; small numbers are hidden (null).
 */
export function toCohorts(
  { from, to, thisWeek }: { from: string; to: string; thisWeek: string },
  weekly: readonly WeeklyFigureRow[],
): StudioOverview['cohorts'] {
  const find = indexTotals(weekly);
  return listMondays(from, to)
    .filter((week) => week < thisWeek)
    .map((week) => {
      const size = find('cohort', week)[0]?.value ?? 0;
      const since = listMondays(week, thisWeek).length - 2;
      const returned = Array.from(
        { length: Math.min(Math.max(since, 0), MAX_COHORT_WEEKS) },
        (_, k) => {
          const part = find('returned', week).find(({ key }) => key === String(k + 1))?.value ?? 0;
          return hideShareOfSmallGroup(part, size);
        },
      );
      return { week, people: hideShareOfSmallGroup(size, size), returned };
    });
}

/**
 * Converts stored sums of answers to the mean fear of each area before and after, over all closed groups of people;
 * null without any.
 */
export function toFearMeansBeforeAndAfter(
  rows: readonly { metric: string; key: string; value: number; people: number }[],
): StudioOverview['fear'] {
  const find = (metric: string, area: string) =>
    rows.find((row) => row.metric === metric && row.key === area);
  const areas = FEAR_AREAS.flatMap(({ key: area }) => {
    const before = find('fear_before', area);
    const after = find('fear_after', area);
    return before && after
      ? [{ area, before: before.value / before.people, after: after.value / after.people }]
      : [];
  });
  const people = Math.max(0, ...rows.map((row) => row.people));
  return areas.length > 0 ? { people, areas } : null;
}

/** Converts stored counts to how many people fly in each of the coming weeks; small numbers are hidden (null). */
export const toFlightsByWeek = (
  rows: readonly { key: string; people: number }[],
): StudioOverview['flights'] =>
  Array.from({ length: FLIGHT_WEEKS_AHEAD }, (_, ahead) => {
    const people = rows.find(({ key }) => key === String(ahead))?.people ?? 0;
    return hideFigureOfSmallGroup({ value: people, people });
  });
