import { IntensityBar } from '#web/features/assessment/components/report-table.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import type { ComparedAreaRow, AreaComparison } from '../model.ts';

/** A table of the session's areas, then all others, each with the person's own score as a bar. */
export function ComparedTable({ comparison }: { comparison: AreaComparison }) {
  const { t } = useTranslation(['comparison', 'areas']);
  return (
    <table className="w-full border-collapse text-[.95rem] sm:text-base">
      <caption className="sr-only">{t('comparison:caption')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('comparison:area')}</th>
          <th scope="col">{t('comparison:intensity')}</th>
        </tr>
      </thead>
      <Group title={t('comparison:met')} rows={comparison.sessionAreas} isMet />
      <Group title={t('comparison:others')} rows={comparison.others} />
    </table>
  );
}

function Group(props: { title: string; rows: readonly ComparedAreaRow[]; isMet?: boolean }) {
  const { title, rows, isMet = false } = props;
  const { t } = useTranslation(['comparison', 'areas']);
  if (rows.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th
          scope="rowgroup"
          colSpan={2}
          className="pt-5 pb-1 text-left text-sm font-normal text-ink-2"
        >
          {title}
        </th>
      </tr>
      {rows.map(({ area, score, strong }) => (
        <tr key={area} className={strong ? 'font-medium text-ink' : 'text-ink-2'}>
          <th
            scope="row"
            className="py-1 pr-3 text-left wrap-anywhere leading-snug [font-weight:inherit]"
          >
            {t(`areas:${area}`)}
            {strong && <span className="sr-only"> {t('comparison:strong')}</span>}
          </th>
          <td className="w-[38%] py-1 sm:w-[46%]">
            <span className="flex items-center gap-2 sm:gap-4">
              <IntensityBar part={score / 10} high={isMet} />
              <span className="tabular w-7 shrink-0 text-right font-serif text-lg">{score}</span>
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  );
}
