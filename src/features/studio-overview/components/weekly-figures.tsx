import type { StudioOverview } from '#shared/contract/totals.ts';
import { sumVisibleFigures } from '#shared/rules/small-groups.ts';
import { formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import {
  buildPassHolderSeriesByPlan,
  buildMoneySeries,
  type ChartSeries,
  sumSeries,
} from '../model.ts';
import { BarChart, LineChart } from './chart.tsx';
import { FigureBlock, WeekTable } from './figure-block.tsx';

const RATINGS = ['very_helpful', 'somewhat_helpful', 'not_helpful'] as const;

/** The overview's figures week by week, each with its chart and its table. */
export function WeeklyFigures({ overview: { weeks, testMode } }: { overview: StudioOverview }) {
  const { t, i18n } = useTranslation(['studio-overview', 'player', 'billing']);
  // What is hidden is few, and never nothing.
  const format = (value: number | null) =>
    value === null
      ? t('studio-overview:hidden')
      : new Intl.NumberFormat(i18n.language === 'fr' ? 'fr-FR' : 'en-GB').format(value);
  const mondays = weeks.map(({ week }) => week);
  const line = (key: string, name: string, values: ChartSeries['values']): ChartSeries => ({
    key,
    name,
    values,
  });
  const people = [
    line(
      'people',
      t('studio-overview:people.joined'),
      weeks.map((one) => one.people),
    ),
    line(
      'onboarded',
      t('studio-overview:people.onboarded'),
      weeks.map((one) => one.onboarded),
    ),
  ];
  const passes = buildPassHolderSeriesByPlan(weeks, (plan) =>
    plan === 'granted'
      ? t('studio-overview:passes.granted')
      : t(`billing:plans.${plan as 'yearly'}`),
  );
  const sessions = [
    line(
      'finished',
      t('studio-overview:sessions.finished'),
      weeks.map((one) => one.finished),
    ),
    line(
      'played',
      t('studio-overview:sessions.played'),
      weeks.map((one) => one.played),
    ),
  ];
  const ratings = RATINGS.map((rating) =>
    line(
      rating,
      t(`player:rating.${rating}`),
      weeks.map((one) => one.ratings[rating]),
    ),
  );
  const latest = weeks.at(-1);
  const first = weeks[0];
  const openPasses = passes.map(({ values }) => values.at(-1) ?? null);
  const open = passes.length === 0 ? 0 : sumVisibleFigures(openPasses);
  return (
    <>
      <FigureBlock
        name={t('studio-overview:people.title')}
        figure={format(latest?.people ?? 0)}
        note={t('studio-overview:people.added', {
          count: Math.max(0, (latest?.people ?? 0) - (first?.people ?? 0)),
        })}
        table={
          <WeekTable caption={t('studio-overview:people.title')} weeks={mondays} series={people} />
        }
      >
        <LineChart series={people} />
      </FigureBlock>
      <FigureBlock
        name={t('studio-overview:passes.title')}
        figure={format(open)}
        note={t('studio-overview:passes.note')}
        table={
          <WeekTable caption={t('studio-overview:passes.title')} weeks={mondays} series={passes} />
        }
      >
        <LineChart series={passes} />
      </FigureBlock>
      <Revenue weeks={weeks} testMode={testMode} />
      <FigureBlock
        name={t('studio-overview:sessions.title')}
        figure={format(sessions[0] ? sumSeries(sessions[0]) : 0)}
        note={t('studio-overview:sessions.of', {
          played: format(sessions[1] ? sumSeries(sessions[1]) : 0),
        })}
        table={
          <WeekTable
            caption={t('studio-overview:sessions.title')}
            weeks={mondays}
            series={sessions}
          />
        }
      >
        {isDrawn(sessions[0]) && <BarChart series={sessions} />}
      </FigureBlock>
      <FigureBlock
        name={t('studio-overview:ratings.title')}
        figure={format(sumVisibleFigures(ratings.map(sumSeries)))}
        note={t('studio-overview:ratings.note')}
        table={
          <WeekTable
            caption={t('studio-overview:ratings.title')}
            weeks={mondays}
            series={ratings}
          />
        }
      >
        {ratings.filter(isDrawn).map((one) => (
          <div key={one.key} className="mb-2">
            <p className="text-sm text-ink-2">{one.name}</p>
            <BarChart series={[one]} />
          </div>
        ))}
      </FigureBlock>
    </>
  );
}

/** Whether there is anything to draw: a row of zeros says nothing that the number does not. */
const isDrawn = (series: ChartSeries | undefined) =>
  series !== undefined && (sumSeries(series) ?? 0) > 0;

/** What was paid, less what was given back: a picture for each currency. */
function Revenue({ weeks, testMode }: Pick<StudioOverview, 'weeks' | 'testMode'>) {
  const { t, i18n } = useTranslation('studio-overview');
  const series = buildMoneySeries(weeks);
  const refunded = buildMoneySeries(weeks, 'refunded');
  const write = (currency: string) => (minor: number) =>
    formatMoney(minor, currency, i18n.language);
  const writeWhole = (currency: string, minor: number) =>
    new Intl.NumberFormat(i18n.language === 'fr' ? 'fr-FR' : 'en-GB', {
      style: 'currency',
      currency,
      maximumFractionDigits: 0,
    }).format(minor / 100);
  return (
    <FigureBlock
      name={t('revenue.title')}
      figure={
        series.length === 0
          ? '0'
          : series.map((one) => (
              <span key={one.key} className="block">
                {writeWhole(one.key, sumSeries(one) ?? 0)}
              </span>
            ))
      }
      note={testMode ? t('revenue.test') : t('revenue.note')}
      table={
        <WeekTable
          caption={t('revenue.title')}
          weeks={weeks.map(({ week }) => week)}
          series={series}
          format={(minor, { key }) => write(key)(minor)}
        />
      }
    >
      {series.map((one) => (
        <div key={one.key} className="mb-2">
          <p className="tabular text-sm text-ink-2">
            {write(one.key)(sumSeries(one) ?? 0)}
            {refunded
              .filter(({ key }) => key === one.key)
              .map(
                (back) =>
                  ` · ${t('revenue.refunded', { amount: write(back.key)(sumSeries(back) ?? 0) })}`,
              )}
          </p>
          <BarChart
            series={[one]}
            format={(minor) => new Intl.NumberFormat(i18n.language).format(Math.round(minor / 100))}
          />
        </div>
      ))}
    </FigureBlock>
  );
}
