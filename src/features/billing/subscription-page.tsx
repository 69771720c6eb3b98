import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subscriptionQuery } from '#web/features/account/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { ActivePass } from './components/active-pass.tsx';
import { PassOffer } from './components/offer.tsx';
import { usePlans } from './queries.ts';

/** The active pass, or the offer to buy one. */
export default function SubscriptionPage() {
  const { t } = useTranslation(['billing', 'ui']);
  const describeError = useErrorMessage();
  const plans = usePlans();
  const { data: status } = useQuery({ ...subscriptionQuery, enabled: false });
  // The state when the page was opened: after buying here, the success page is shown without a flash of this one.
  const [wasActive] = useState(status?.hasActiveAccess);
  usePageTitle(t('billing:title'));

  if (status && wasActive) return <ActivePass status={status} />;
  if (plans.data) return <PassOffer {...plans.data} />;
  return (
    <Page narrow>
      <PageHeading
        title={t(plans.error ? 'billing:failed.title' : 'billing:choose.title')}
        lead={t(plans.error ? 'billing:failed.safe' : 'billing:choose.lead')}
      />
      {plans.error ? (
        <Notice
          tone="refusal"
          actions={
            <Button busy={plans.isFetching} onClick={() => void plans.refetch()}>
              {t('ui:actions.tryAgain')}
            </Button>
          }
        >
          {describeError(plans.error)}
        </Notice>
      ) : (
        <SkeletonList count={3} shape="line" label={t('billing:loading')} />
      )}
    </Page>
  );
}
