import { useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import {
  type AssessmentAnswers,
  groupReportRowsByPhase,
  type ReportRow,
  buildReportRows,
} from '../model.ts';

const ORDERS = ['strength', 'flight'] as const;
type Order = (typeof ORDERS)[number];

/**
 * Every area with its bar and its number, strongest first or grouped by the phases of a flight. A table, so that
 * screen readers can navigate it cell by cell.
 */
export function ReportTable({ answers }: { answers: AssessmentAnswers }) {
  const { t } = useTranslation('assessment');
  const [order, setOrder] = useState<Order>('strength');
  const byFlight = order === 'flight';
  return (
    <div className="self-start">
      <OrderChoice order={order} choose={setOrder} />
      <table className="w-full border-collapse text-[.95rem] sm:text-base">
        <caption className="sr-only">
          {t(byFlight ? 'report.captionFlight' : 'report.caption')}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="p-0">
              <span className="sr-only">{t('report.area')}</span>
            </th>
            <th scope="col" className="p-0">
              <span className="sr-only">{t('report.intensity')}</span>
            </th>
          </tr>
        </thead>
        {byFlight ? (
          groupReportRowsByPhase(answers).map(({ group, rows }) => (
            <tbody key={group} className="break-inside-avoid">
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={2}
                  className="pt-4 pb-1 text-left text-sm font-medium text-load"
                >
                  {t(`groups.${group}`)}
                </th>
              </tr>
              <Rows rows={rows} />
            </tbody>
          ))
        ) : (
          <tbody>
            <Rows rows={buildReportRows(answers)} />
          </tbody>
        )}
      </table>
    </div>
  );
}

function OrderChoice({ order, choose }: { order: Order; choose: (order: Order) => void }) {
  const { t } = useTranslation('assessment');
  return (
    <fieldset data-no-print="" className="mb-2 flex flex-wrap gap-x-6">
      <legend className="sr-only">{t('report.order.label')}</legend>
      {ORDERS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === order}
          onClick={() => choose(one)}
          className={`min-h-11 border-b-2 text-sm ${one === order ? 'border-horizon font-medium' : 'border-transparent text-ink-2 hover:text-ink'}`}
        >
          {t(`report.order.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}

function Rows({ rows }: { rows: readonly ReportRow[] }) {
  const { t } = useTranslation(['assessment', 'areas']);
  return rows.map(({ area, score, high }) => (
    <tr key={area} className={high ? 'font-medium text-ink' : 'text-ink-2'}>
      <th
        scope="row"
        className="py-1 pr-3 text-left wrap-anywhere leading-snug [font-weight:inherit]"
      >
        {t(`areas:${area}`)}
        {high && <span className="sr-only"> {t('report.high')}</span>}
      </th>
      <td className="w-[38%] py-1 sm:w-[46%]">
        <span className="flex items-center gap-2 sm:gap-4">
          <IntensityBar part={score / 10} high={high} />
          <span className="tabular w-7 shrink-0 text-right font-serif text-lg">{score}</span>
        </span>
      </td>
    </tr>
  ));
}

/** A bar for an intensity; `part` is the filled fraction, 0 to 1, and `high` draws it in the accent colour. */
export function IntensityBar({ part, high }: { part: number; high: boolean }) {
  return (
    <svg
      viewBox="0 0 200 8"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-2 w-0 min-w-0 grow"
    >
      <path d="M0 4h200" stroke="var(--line)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      {part > 0 && (
        <path
          d={`M0 4h${part * 200}`}
          stroke={high ? 'var(--horizon)' : 'var(--ink-2)'}
          strokeOpacity={high ? 1 : 0.7}
          strokeWidth={high ? 6 : 3.5}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
