import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { subscriptionQuery } from '#web/features/account/queries.ts';
import { LazyNetworkNotice } from '#web/features/offline/components/needs-network.tsx';
import { useHistoryEntryState } from '#web/lib/entry-state.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useIsOnline } from '#web/lib/device.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { LifetimeOrderForm } from './components/order-step.tsx';
import { PassManagementPage } from './components/manage-pass.tsx';
import { PassPurchasePage } from './components/offer.tsx';
import { TitledHeading } from './components/titled-heading.tsx';
import { useOwnPass, usePlans } from './queries.ts';

const loadSandbox = () => import('./components/sandbox-pages.tsx');
/** TEST MODE: loaded there alone, and never kept for a time without a network. */
const SandboxCheckoutPage = createLazyComponent(() =>
  loadSandbox().then((m) => m.SandboxCheckoutPage),
);
const SandboxInvoicePage = createLazyComponent(() =>
  loadSandbox().then((m) => m.SandboxInvoicePage),
);
const SandboxPortalPage = createLazyComponent(() => loadSandbox().then((m) => m.SandboxPortalPage));

/** The person's pass, or the passes on sale; in test mode also the pages of the payment provider. */
export default function SubscriptionPage() {
  const search = new URLSearchParams(useSearch());
  const { data: status } = useQuery({ ...subscriptionQuery, enabled: false });
  const checkout = search.get('checkout');
  const portal = search.get('portal');
  const invoice = search.get('invoice');
  if (checkout) return <SandboxCheckoutPage key={checkout} id={checkout} />;
  if (invoice) return <SandboxInvoicePage key={invoice} id={invoice} />;
  if (portal) return <SandboxPortalPage key={portal} id={portal} />;
  return <Passes wasActive={status?.hasActiveAccess ?? false} />;
}

function Passes({ wasActive: isActive }: { wasActive: boolean }) {
  const { t } = useTranslation('billing');
  const describeError = useErrorMessage();
  const plans = usePlans();
  const own = useOwnPass();
  const isOnline = useIsOnline();
  const [isUpgrading] = useHistoryEntryState<boolean>('upgrade');
  // The state when the page was opened: after buying here, the success page is shown without a flash of this one.
  const [wasActive] = useState(isActive);
  const pass = own.data?.pass;
  if (isUpgrading && pass?.currency && pass.lifetimeMinor !== null && plans.data) {
    const { currency, lifetimeMinor } = pass;
    return (
      <LifetimeOrderForm
        pass={pass}
        currency={currency}
        lifetimeMinor={lifetimeMinor}
        testMode={plans.data.testMode}
      />
    );
  }
  if (pass && (wasActive || !pass.isActive))
    return (
      <PassManagementPage
        pass={pass}
        alsoCharging={own.data?.alsoCharging ?? []}
        alsoWithdrawable={own.data?.alsoWithdrawable ?? []}
        hasReceipts={own.data?.hasReceipts ?? false}
      />
    );
  if (plans.data && (own.data || !wasActive))
    return <PassPurchasePage {...plans.data} hasReceipts={own.data?.hasReceipts ?? false} />;
  const error = plans.error ?? own.error;
  return (
    <Page narrow>
      <TitledHeading
        tab={t(error ? 'failed.title' : 'title')}
        isThere={Boolean(error)}
        // A member is told nothing of buying a pass while theirs is looked up.
        title={t(error ? 'failed.title' : wasActive ? 'title' : 'choose.title')}
        lead={error ? t('failed.safe') : wasActive ? null : t('choose.lead')}
      />
      <LazyNetworkNotice what="payment" />
      {!isOnline ? null : error ? (
        <LoadError
          retry={() => {
            void plans.refetch();
            void own.refetch();
          }}
        >
          {describeError(error)}
        </LoadError>
      ) : (
        <SkeletonList count={3} shape="line" label={t('loading')} />
      )}
    </Page>
  );
}
