import type { HistoriesResult } from './run.ts';
import { HISTORY_DAYS } from './plan.ts';
import type { Deviation } from './world.ts';

/** A deviation with the history that led to it. */
export const formatDeviation = ({ seed, kind, day, app, truth, story }: Deviation): string =>
  [
    `seed ${seed}, day ${day}: ${kind}`,
    ...story,
    `the app says ${JSON.stringify(app)}`,
    `the truth is ${JSON.stringify(truth)}`,
  ].join('\n');

/** The figures of a run. */
export function summariseHistories({
  deviations,
  figures,
  openPoints,
  counts,
  stories,
}: HistoriesResult): string {
  const { calls, events, checks, faults } = counts;
  const kinds = Map.groupBy(deviations, ({ kind }) => kind);
  return [
    `${stories.size} histories of ${HISTORY_DAYS} days: ${checks} comparisons, ${calls} calls to Stripe (${faults} went wrong), ${events} events delivered`,
    ...[...kinds].map(
      ([kind, all]) =>
        `  ${kind}: ${all.length} (seeds ${all
          .slice(0, 5)
          .map(({ seed }) => seed)
          .join(', ')})`,
    ),
    ...figures.map(
      ({ kind, app, truth }) =>
        `  ${kind}: the studio says ${JSON.stringify(app)}, and it is ${JSON.stringify(truth)}`,
    ),
    ...[...openPoints].map(([reason, count]) => `  not compared, left open: ${reason} (${count})`),
  ].join('\n');
}
