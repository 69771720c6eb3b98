import type { ReactNode } from 'react';
import { formatDateInSentence } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { ChartSeries } from '../model.ts';

/** Returns a function that formats a week briefly, by the date of its Monday. */
export function useFormatWeek() {
  const { i18n } = useTranslation();
  return (week: string) =>
    formatDateInSentence(new Date(`${week}T00:00:00Z`), i18n.language, {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    });
}

interface FigureBlockProps {
  name: string;
  /** The number that stands for all of it. */
  figure: ReactNode;
  note?: ReactNode;
  /** The picture, which the table behind it says in words. */
  children: ReactNode;
  table: ReactNode;
}

/** One statistical figure of the overview with its name, its chart and the table of its data. */
export function FigureBlock({ name, figure, note, children, table }: FigureBlockProps) {
  const { t } = useTranslation('studio-overview');
  return (
    <section className="border-t border-line py-5">
      <div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
        <div>
          <h2 className="font-sans text-base font-normal tracking-normal text-ink-2">{name}</h2>
          <p className="tabular font-serif text-2xl whitespace-nowrap">{figure}</p>
          {note && <p className="text-sm text-ink-2">{note}</p>}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline decoration-edge underline-offset-6">
          {t('table', { name })}
        </summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard */}
        <div className="max-h-96 overflow-auto" tabIndex={0}>
          {table}
        </div>
      </details>
    </section>
  );
}

/** A table with a row for each week and a column for each series. */
export function WeekTable({
  caption,
  weeks,
  series,
  format = String,
}: {
  caption: string;
  weeks: readonly string[];
  series: readonly ChartSeries[];
  format?: (value: number, series: ChartSeries) => string;
}) {
  const { t } = useTranslation('studio-overview');
  const formatWeek = useFormatWeek();
  return (
    <table className="tabular w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-left text-ink-2">
          <th scope="col" className="py-2 pr-4 font-normal">
            {t('week')}
          </th>
          {series.map(({ key, name }) => (
            <th key={key} scope="col" className="py-2 pl-4 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          <tr key={week} className="border-b border-line">
            <th scope="row" className="py-2 pr-4 text-left font-normal whitespace-nowrap">
              {formatWeek(week)}
            </th>
            {series.map((one) => {
              const value = one.values[index] ?? null;
              return (
                <td key={one.key} className="py-2 pl-4 text-right">
                  {value === null ? t('hidden') : format(value, one)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
