import type { ReactNode } from 'react';
import type { MeanOutcomeChange } from '#shared/contract/outcomes.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** Returns how the means of two measurements, and their difference with its interval, are written. */
export function useFormatFearChange() {
  const { t, i18n } = useTranslation('studio-overview');
  const number = new Intl.NumberFormat(i18n.language === 'fr' ? 'fr-FR' : 'en-GB', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'negative',
  });
  // A hyphen is no minus sign.
  const write = (value: number) => number.format(value).replace('-', '−');
  return {
    means: ({ before, after }: MeanOutcomeChange) => `${write(before)} → ${write(after)}`,
    change: ({ change, low, high }: MeanOutcomeChange) =>
      t('outcomes.interval', { change: write(change), low: write(low), high: write(high) }),
  };
}

/** How far the picture reaches to either side of no change, in points. */
const REACH = 6;
const toX = (points: number) => 100 + (Math.min(REACH, Math.max(-REACH, points)) / REACH) * 96;

interface ChangeRow {
  key: string;
  name: string;
  note?: ReactNode;
  change: MeanOutcomeChange | null;
}

/** Changes of fear, one below the other: each as a dot on its interval beside the line of no change, and in numbers. */
export function FearChangeTable({
  caption,
  rows,
}: {
  caption: string;
  rows: readonly ChangeRow[];
}) {
  const { t } = useTranslation('studio-overview');
  const format = useFormatFearChange();
  return (
    <table className="tabular w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-left text-ink-2 max-sm:sr-only">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 font-normal">
            {t('outcomes.columns.of')}
          </th>
          <th scope="col" className="py-2 font-normal">
            {t('outcomes.columns.means')}
          </th>
          <th scope="col" className="py-2 font-normal">
            {t('outcomes.columns.change')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, note, change }) => (
          <tr key={key} className="border-b border-line max-sm:grid max-sm:py-2 sm:align-top">
            <th scope="row" className="pr-6 text-left font-normal sm:py-2.5">
              {name}
              {note && <span className="block text-ink-2">{note}</span>}
            </th>
            <td className="pr-6 whitespace-nowrap sm:py-2.5">
              {change ? format.means(change) : t('outcomes.tooFew')}
            </td>
            <td className="sm:w-1/2 sm:py-2.5">
              {change && (
                <div className="grid items-center gap-x-4 wide:grid-cols-[minmax(0,1fr)_13rem]">
                  <Interval change={change} />
                  <span>{format.change(change)}</span>
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Interval({ change: { change, low, high } }: { change: MeanOutcomeChange }) {
  return (
    <svg viewBox="0 0 200 16" aria-hidden="true" className="w-full max-w-80">
      <path d="M4 8H196" stroke="var(--line)" />
      <path d="M100 1V15" stroke="var(--edge)" />
      <path d={`M${toX(low)} 8H${toX(high)}`} stroke="var(--ink-2)" strokeWidth="2" />
      <circle cx={toX(change)} cy="8" r="4" fill="var(--horizon)" />
    </svg>
  );
}
