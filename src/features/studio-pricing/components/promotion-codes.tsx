import { useState } from 'react';
import type { StudioPromotionCode } from '#shared/contract/promotions.ts';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import { type PricedPlan, useEndPromotionCode, usePromotionCodes } from '../queries.ts';
import { NewPromotionCodeDialog } from './new-promotion-code.tsx';

/** The promotion codes that people can type at the payment: what each takes off, until when, and how often it was used. */
export function PromotionCodesSection({ plans }: { plans: readonly PricedPlan[] }) {
  const { t } = useTranslation(['studio-pricing']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = usePromotionCodes();
  const end = useEndPromotionCode();
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title={t('studio-pricing:promotions.title')}
      action={
        <Button variant="quiet" onClick={() => setAdding(true)}>
          {t('studio-pricing:promotions.add')}
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-ink-2">{t('studio-pricing:promotions.text')}</p>
      <LoadState data={data} error={error} refetch={refetch} count={2} />
      {end.error && <Notice tone="refusal">{describeError(end.error)}</Notice>}
      {data?.promotions.length === 0 && (
        <p className="text-ink-2">{t('studio-pricing:promotions.none')}</p>
      )}
      <ul className="divide-y divide-line">
        {data?.promotions.map((one) => (
          <Promotion
            key={one.id}
            promotion={one}
            isEnding={end.isPending && end.variables === one.id}
            onEnd={() => end.mutate(one.id)}
          />
        ))}
      </ul>
      {isAdding && <NewPromotionCodeDialog plans={plans} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function Promotion({
  promotion,
  isEnding,
  onEnd,
}: {
  promotion: StudioPromotionCode;
  isEnding: boolean;
  onEnd: () => void;
}) {
  const { t, i18n } = useTranslation(['studio-pricing', 'billing']);
  const { code, percentOff, amountOffMinor, currency, plan, isActive, endsAt, maxUses } = promotion;
  const off =
    amountOffMinor !== null && currency !== null
      ? formatMoney(amountOffMinor, currency, i18n.language)
      : `${percentOff ?? 0}\u00a0%`;
  const facts = [
    plan ? t(`billing:plans.${plan}`) : t('studio-pricing:promotions.every'),
    t('studio-pricing:promotions.used', { count: promotion.timesUsed }),
    maxUses !== null && t('studio-pricing:promotions.most', { count: maxUses }),
    endsAt &&
      t('studio-pricing:promotions.until', {
        at: formatDateTime(new Date(endsAt), i18n.language),
      }),
    !isActive && t('studio-pricing:promotions.over'),
  ].filter(Boolean);
  return (
    <li className="grid gap-x-8 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0 wrap-anywhere">
        <p className={isActive ? 'font-medium' : 'text-ink-2'}>
          <code>{code}</code> · −{off}
        </p>
        <p className="text-sm text-ink-2">{facts.join(' · ')}</p>
      </div>
      {isActive && (
        <Button variant="quiet" className="justify-self-start" busy={isEnding} onClick={onEnd}>
          {t('studio-pricing:promotions.end')}
        </Button>
      )}
    </li>
  );
}
