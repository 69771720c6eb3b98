import type { StudioOverview } from '#shared/contract/totals.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** How many of those who joined in some weeks have reached each step, each with its bar and its share of them. */
export function Funnel({ funnel }: { funnel: StudioOverview['funnel'] }) {
  const { t, i18n } = useTranslation('studio-overview');
  const locale = i18n.language === 'fr' ? 'fr-FR' : 'en-GB';
  const joined = funnel.find(({ step }) => step === 'joined')?.count ?? 0;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <>
      <p className="mb-3 max-w-prose text-sm text-ink-2">{t('funnel.text')}</p>
      <dl className="grid gap-y-2.5">
        {funnel.map(({ step, count }) => {
          const share = step === 'landing' || joined === 0 ? null : (count ?? 0) / joined;
          return (
            <div
              key={step}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 text-sm"
            >
              <dt>{t(`funnel.steps.${step}`)}</dt>
              <dd className="tabular text-right">
                {count === null ? t('hidden') : new Intl.NumberFormat(locale).format(count)}
                {count !== null && share !== null && (
                  <span className="ml-2 text-ink-2">{percent.format(share)}</span>
                )}
              </dd>
              {share !== null && (
                <dd aria-hidden="true" className="col-span-2 h-1.5 rounded-full bg-sunk">
                  <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="h-full w-full">
                    <rect width={share * 100} height="1" fill="var(--horizon)" />
                  </svg>
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </>
  );
}
