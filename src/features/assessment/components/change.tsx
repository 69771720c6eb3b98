import { useTranslation } from 'react-i18next';
import type { AssessmentHistory } from '#shared/contract/assessment.ts';
import { todayIn } from '#shared/rules/flight-date.ts';
import { changeBand } from '#shared/rules/reliable-change.ts';
import { ownTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { averageIn, changesOf } from '../model.ts';
import { CourseChart } from './course-chart.tsx';

/** The person's own results side by side, with honest words for what can't be told yet. */
export function Change({ results }: { results: AssessmentHistory['results'] }) {
  const { t, i18n } = useTranslation('assessment');
  const changes = changesOf(results);
  if (!changes) return <p className="max-w-prose text-ink-2">{t('change.one')}</p>;
  const { first, latest, overall, areas } = changes;
  const values = {
    before: averageIn(i18n.language, first.average),
    after: averageIn(i18n.language, latest.average),
  };
  return (
    <div className="grid gap-6">
      <p className="max-w-prose">{t(`change.${overall}`, values)}</p>
      <CourseChart
        points={results.map(({ id, completedAt, average }) => ({
          id,
          at: new Date(completedAt),
          value: average,
        }))}
        band={changeBand('overall')}
      />
      {/* A table is as wide as its words whatever width it is given, so what hides it stands around it. */}
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
                  {formatDate(todayIn(ownTimeZone(), new Date(completedAt)), i18n.language)}
                </th>
                <td>{averageIn(i18n.language, average)}</td>
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
          <Moved key={way} way={way} areas={areas.filter(({ change }) => change === way)} />
        ))
      )}
    </div>
  );
}

type Areas = NonNullable<ReturnType<typeof changesOf>>['areas'];

function Moved({ way, areas }: { way: 'less' | 'more'; areas: Areas }) {
  const { t } = useTranslation('assessment');
  if (areas.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium">{t(way === 'less' ? 'change.areasLess' : 'change.areasMore')}</h3>
      <ul className="mt-2 grid gap-1.5">
        {areas.map(({ area, before, after }) => (
          <li key={area} className="flex flex-wrap justify-between gap-x-6">
            <span>{t(`areas.${area}.name`)}</span>
            <span className="text-ink-2">{t('change.from', { before, after })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
