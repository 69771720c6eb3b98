import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { subscriptionQuery } from '#web/features/account/queries.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { ActivePass } from './components/active-pass.tsx';
import { Offer } from './components/offer.tsx';
import { usePlans } from './queries.ts';

/** The pass a person has, or the one they can take. */
export default function SubscriptionPage() {
  const { t } = useTranslation(['billing', 'ui']);
  const sentence = useErrorSentence();
  const plans = usePlans();
  const { data: status } = useQuery({ ...subscriptionQuery, enabled: false });
  // As it was when the page was opened: a pass bought here leads to its own page, without a flash of this one.
  const [wasActive] = useState(status?.hasActiveAccess);
  usePageTitle(t('billing:title'));

  if (status && wasActive) return <ActivePass status={status} />;
  if (plans.data) return <Offer {...plans.data} />;
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
          {sentence(plans.error)}
        </Notice>
      ) : (
        <SkeletonList count={3} shape="line" label={t('billing:loading')} />
      )}
    </Page>
  );
}
