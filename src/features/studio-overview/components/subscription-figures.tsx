import type { StudioOverview } from '#shared/contract/totals.ts';
import { formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** What subscriptions bring a month, how many people leave them, and whose renewals fail, each with its definition. */
export function SubscriptionFigures({ recurring }: { recurring: StudioOverview['recurring'] }) {
  const { t, i18n } = useTranslation('studio-overview');
  const { mrr, subscribers, subscribersBefore, left, failing } = recurring;
  const churn = new Intl.NumberFormat(i18n.language === 'fr' ? 'fr-FR' : 'en-GB', {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  const figures = [
    {
      key: 'mrr' as const,
      values: mrr.map(({ currency, amountMinor }) =>
        formatMoney(amountMinor, currency, i18n.language),
      ),
      note: t('recurring.subscribers', { count: subscribers }),
    },
    {
      key: 'churn' as const,
      values: subscribersBefore === 0 ? [] : [churn.format(left / subscribersBefore)],
      note:
        subscribersBefore === 0
          ? t('recurring.noneBefore')
          : t('recurring.left', { count: left, before: subscribersBefore }),
    },
    {
      key: 'failing' as const,
      values: [new Intl.NumberFormat(i18n.language === 'fr' ? 'fr-FR' : 'en-GB').format(failing)],
      note: t('recurring.failing.note', { count: failing }),
    },
  ];
  return (
    <dl>
      {figures.map(({ key, values, note }) => (
        <div
          key={key}
          className="grid gap-x-6 gap-y-1 border-t border-line py-5 sm:grid-cols-[9.5rem_minmax(0,1fr)]"
        >
          <dt className="text-ink-2">{t(`recurring.${key}.title`)}</dt>
          <dd>
            <p className="tabular font-serif text-2xl">
              {values.length > 0 ? values.join(' · ') : t('recurring.none')}
            </p>
            <p>{note}</p>
            <p className="mt-1 max-w-prose text-sm text-ink-2">{t(`recurring.${key}.means`)}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
