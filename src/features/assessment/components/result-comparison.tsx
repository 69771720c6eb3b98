import type { AssessmentHistory } from '#shared/contract/assessment.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { getReliableChangeThreshold } from '#shared/rules/reliable-change.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { formatAverage, compareFirstAndLatestResults } from '../model.ts';
import { ScoreHistoryChart } from './score-history-chart.tsx';

/** Compares the results of the first and the latest assessment, and says what cannot be concluded yet. */
export function ResultComparison({ results }: { results: AssessmentHistory['results'] }) {
  const { t, i18n } = useTranslation(['assessment', 'areas']);
  const changes = compareFirstAndLatestResults(results);
  if (!changes) return <p className="max-w-prose text-ink-2">{t('change.one')}</p>;
  const { first, latest, overall, areas } = changes;
  const values = {
    before: formatAverage(i18n.language, first.average),
    after: formatAverage(i18n.language, latest.average),
  };
  return (
    <div className="grid gap-6">
      <p className="max-w-prose">{t(`change.${overall}`, values)}</p>
      <ScoreHistoryChart
        points={results.map(({ id, completedAt, average }) => ({
          id,
          at: new Date(completedAt),
          value: average,
        }))}
        band={getReliableChangeThreshold('overall')}
      />
      {/* A table ignores a width given to it, so the visually hidden element is the wrapper. */}
      <div className="sr-only">
        <table>
          <caption>{t('change.chart')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('change.date')}</th>
              <th scope="col">{t('change.average')}</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ id, completedAt, average }) => (
              <tr key={id}>
                <th scope="row">
                  {formatDate(
                    getCivilDate(getDeviceTimeZone(), new Date(completedAt)),
                    i18n.language,
                  )}
                </th>
                <td>{formatAverage(i18n.language, average)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="max-w-prose text-sm text-ink-2">{t('change.band')}</p>
      {areas.length === 0 ? (
        <p className="max-w-prose text-ink-2">{t('change.areasNone')}</p>
      ) : (
        (['less', 'more'] as const).map((way) => (
          <ChangedAreas
            key={way}
            direction={way}
            areas={areas.filter(({ change }) => change === way)}
          />
        ))
      )}
    </div>
  );
}

type Areas = NonNullable<ReturnType<typeof compareFirstAndLatestResults>>['areas'];

function ChangedAreas({ direction, areas }: { direction: 'less' | 'more'; areas: Areas }) {
  const { t } = useTranslation(['assessment', 'areas']);
  if (areas.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium">
        {t(direction === 'less' ? 'change.areasLess' : 'change.areasMore')}
      </h3>
      <ul className="mt-2 grid gap-1.5">
        {areas.map(({ area, before, after }) => (
          <li key={area} className="flex flex-wrap justify-between gap-x-6">
            <span>{t(`areas:${area}`)}</span>
            <span className="text-ink-2">{t('change.from', { before, after })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
