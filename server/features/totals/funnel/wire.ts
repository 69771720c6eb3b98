import type { StudioOverview } from '#shared/contract/totals.ts';
import { FUNNEL_STEPS, OPEN_FUNNEL_STEPS } from '#shared/rules/funnel.ts';
import { hideFigureOfSmallGroup, sumVisibleFigures } from '#shared/rules/small-groups.ts';
import { listMondays } from '#shared/rules/week.ts';
import type { WeeklyFigureRow } from '../reads.ts';

/**
 * Converts stored statistics to the funnel of the people who joined in a range of weeks: how many reached each step,
 * without the weeks in which one to four did (null where all are such), except in steps that the operator sees anyway.
 */
export function toFunnel(
  { from, to }: { from: string; to: string },
  weekly: readonly WeeklyFigureRow[],
): StudioOverview['funnel'] {
  const weeks = listMondays(from, to);
  return FUNNEL_STEPS.map((step) => {
    const isOpen = OPEN_FUNNEL_STEPS.includes(step);
    const counts = weeks.map((week) => {
      const found = weekly.find((one) =>
        step === 'landing'
          ? one.metric === 'landing' && one.week === week
          : one.metric === 'funnel' && one.key === step && one.week === week,
      );
      if (!found) return 0;
      return isOpen ? found.value : hideFigureOfSmallGroup({ ...found, people: found.value });
    });
    return { step, count: sumVisibleFigures(counts) };
  });
}
