import type { StudioOverview } from '#shared/contract/totals.ts';
import { useTranslation } from '#web/lib/translation.ts';

/**
 * A chart of the average change of people's fear by area: the first answer as a ring, the second as a filled dot; a
 * sentence where there are too few people.
 */
export function FearChangeChart({ fear }: { fear: StudioOverview['fear'] }) {
  const { t, i18n } = useTranslation(['studio-overview', 'areas']);
  if (!fear) return <p className="text-ink-2">{t('studio-overview:fear.none')}</p>;
  const number = new Intl.NumberFormat(i18n.language === 'fr' ? 'fr-FR' : 'en-GB', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const areas = fear.areas.toSorted((a, b) => a.after - a.before - (b.after - b.before));
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">
        {t('studio-overview:fear.people', { count: fear.people })}
      </p>
      <table className="tabular w-full text-sm">
        <caption className="sr-only">{t('studio-overview:fear.caption')}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('studio-overview:fear.area')}</th>
            <th scope="col">{t('studio-overview:fear.change')}</th>
          </tr>
        </thead>
        <tbody>
          {areas.map(({ area, before, after }) => (
            <tr key={area} className="border-b border-line">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {t(`areas:${area}`)}
              </th>
              <td className="grid w-36 justify-items-end py-1.5 sm:w-52 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-3">
                <svg viewBox="0 0 120 16" aria-hidden="true" className="w-full">
                  <path d="M6 8H114" stroke="var(--line)" fill="none" />
                  <path
                    d={`M${6 + before * 10.8} 8H${6 + after * 10.8}`}
                    stroke="var(--ink-2)"
                    fill="none"
                  />
                  <circle
                    cx={6 + before * 10.8}
                    cy="8"
                    r="3.5"
                    fill="var(--ground)"
                    stroke="var(--ink-2)"
                  />
                  <circle cx={6 + after * 10.8} cy="8" r="4" fill="var(--horizon)" />
                </svg>
                <span className="whitespace-nowrap">
                  {number.format(before)} → {number.format(after)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
