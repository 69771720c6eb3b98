import { useState } from 'react';
import type { PersonSearchResult } from '#shared/contract/people.ts';
import { AuditLog } from '#web/features/admin/components/audit.tsx';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { PersonSearch } from '#web/features/studio-people/components/find-person.tsx';
import { GrantPassDialog } from '#web/features/studio-people/components/grant-pass.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import { WithdrawalsAwaitingRefund } from './components/held-withdrawals.tsx';
import { NewOfferDialog } from './components/new-offer.tsx';
import { OfferList } from './components/offers.tsx';
import { PlanPrices } from './components/plan-prices.tsx';
import { PromotionCodesSection } from './components/promotion-codes.tsx';
import { StripeStateSection } from './components/stripe-state.tsx';
import { type Pricing, usePricing } from './queries.ts';

/** `/admin/pricing`: the prices of the passes, the offers, granting a pass, and the audit log of these. */
export default function StudioPricingPage() {
  const { t } = useTranslation(['studio-pricing', 'admin']);
  const { data, error, refetch } = usePricing();
  const [receiver, setReceiver] = useState<PersonSearchResult | null>(null);
  return (
    <StudioFrame page="pricing" title={t('studio-pricing:title')} lead={t('studio-pricing:lead')}>
      <LoadState data={data} error={error} refetch={refetch} count={4} shape="row" />
      {data && <Prices pricing={data} />}
      {data && data.billing !== 'off' && <PromotionCodesSection plans={data.plans} />}
      {data && data.billing !== 'off' && <WithdrawalsAwaitingRefund />}
      {data && data.billing !== 'off' && <StripeStateSection />}
      <Section title={t('studio-pricing:give.title')}>
        <p className="mb-4 max-w-prose text-ink-2">{t('studio-pricing:give.text')}</p>
        <PersonSearch onChoose={setReceiver} />
        {receiver && <GrantPassDialog person={receiver} onClose={() => setReceiver(null)} />}
      </Section>
      <Section title={t('studio-pricing:history.title')}>
        <AuditLog about="pricing" />
      </Section>
    </StudioFrame>
  );
}

function Prices({ pricing }: { pricing: Pricing }) {
  const { t } = useTranslation(['studio-pricing', 'admin']);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {pricing.billing === 'off' && (
        <Notice title={t('admin:billing.off')}>{t('admin:billing.how')}</Notice>
      )}
      {pricing.billing === 'sandbox' && <Notice>{t('studio-pricing:sandbox')}</Notice>}
      <div className="mt-6 divide-y divide-line border-y border-line">
        {pricing.plans.map((plan) => (
          <PlanPrices key={plan.plan} plan={plan} offers={pricing.offers} />
        ))}
      </div>
      <Section
        title={t('studio-pricing:offers.title')}
        action={
          <Button variant="quiet" onClick={() => setAdding(true)}>
            {t('studio-pricing:offers.add')}
          </Button>
        }
      >
        <OfferList offers={pricing.offers} />
      </Section>
      <NewOfferDialog plans={pricing.plans} isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}
