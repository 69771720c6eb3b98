import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { subscriptionQuery, useProfile } from '#web/features/account/queries.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { usePassEndText } from './components/active-pass.tsx';

/** Shown after paying: until when the pass is valid, and a link to the first session. */
export default function SubscriptionSuccessPage() {
  const { t } = useTranslation('billing');
  const profile = useProfile();
  const openUntil = usePassEndText();
  const { data: status } = useQuery({ ...subscriptionQuery, enabled: false });
  usePageTitle(t('success.pageTitle'));
  if (!status?.hasActiveAccess) return <NoActivePass />;
  return (
    <Page narrow>
      <div className="mb-8 w-28 sm:w-36">
        <SessionArt id={profile.id} kind="flow" />
      </div>
      <PageHeading title={t('success.title')} lead={t('success.lead')} />
      <div className="flex flex-wrap gap-3">
        <Link href={paths.home()} asChild>
          <ButtonLink className="max-sm:w-full">{t('success.begin')}</ButtonLink>
        </Link>
        <Link href={paths.library()} asChild>
          <ButtonLink variant="secondary" className="max-sm:w-full">
            {t('success.library')}
          </ButtonLink>
        </Link>
      </div>
      <p className="mt-8 text-ink-2">{openUntil(status)}</p>
    </Page>
  );
}

/** The page was opened without a pass, or before the payment arrived. */
function NoActivePass() {
  const { t } = useTranslation('billing');
  const { refetch, isFetching } = useQuery({ ...subscriptionQuery, enabled: false });
  return (
    <Page narrow>
      <PageHeading title={t('success.noneTitle')} lead={t('success.noneText')} />
      <div className="flex flex-wrap gap-3">
        <Link href={paths.subscription()} asChild>
          <ButtonLink className="max-sm:w-full">{t('success.choose')}</ButtonLink>
        </Link>
        <Button
          variant="secondary"
          className="max-sm:w-full"
          busy={isFetching}
          onClick={() => void refetch()}
        >
          {t('success.again')}
        </Button>
      </div>
    </Page>
  );
}
