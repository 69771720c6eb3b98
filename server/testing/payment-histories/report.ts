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
  decisions,
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
      ({ kind, day, app, truth }) =>
        `  ${kind} on day ${day}: the studio says ${JSON.stringify(app)}, and it is ${JSON.stringify(truth)}`,
    ),
    ...[...decisions].map(([point, answers]) => {
      const counts = [...answers].map(([answer, seeds]) => `${answer}: ${seeds.length}`);
      return `  left open by the sources: ${point} (${counts.join(', ')})`;
    }),
  ].join('\n');
}

/** How often each kind of thing happened, a line each. */
export const formatHappeningCounts = (happened: ReadonlyMap<string, number>): string =>
  [...happened]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([kind, count]) => `  ${kind}: ${count}`)
    .join('\n');
