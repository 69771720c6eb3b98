import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { sanitiseNextPath } from '#shared/rules/own-path.ts';
import { subscriptionQuery, useProfile } from '#web/features/account/queries.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink, Spinner } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { useFormatPassEnd } from './components/active-pass.tsx';
import { TitledHeading } from './components/titled-heading.tsx';
import { useSyncPass } from './queries.ts';

/** Shown after paying: until when the pass is valid, and a link to the first session. */
export default function SubscriptionSuccessPage() {
  const { t } = useTranslation('billing');
  const profile = useProfile();
  const openUntil = useFormatPassEnd();
  const { data: status } = useQuery({ ...subscriptionQuery, enabled: false });
  // Where the person was when their last pass ended.
  const next = sanitiseNextPath(new URLSearchParams(useSearch()).get('next') ?? '');
  // An admin has access without one.
  if (!status?.hasActiveAccess || status.tier === 'free') return <NoActivePass />;
  return (
    <Page narrow>
      <div className="mb-8 w-28 sm:w-36">
        <SessionArt id={profile.id} kind="flow" />
      </div>
      <TitledHeading title={t('success.title')} lead={t('success.lead')} />
      <div className="flex flex-wrap gap-3">
        <Link href={next} asChild>
          <ButtonLink className="max-sm:w-full">
            {t(next === paths.home() ? 'success.begin' : 'success.return')}
          </ButtonLink>
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

/** How often the payment is looked for by itself, and how long. */
const LOOK_EVERY_MS = 2000;
const LOOKS = 15;

/** The page was opened without a pass, or before the payment arrived: it is looked for, for half a minute. */
function NoActivePass() {
  const { t } = useTranslation('billing');
  const profile = useProfile();
  const { mutate: sync, isPending } = useSyncPass();
  // The provider leads here after a payment; by another way there is nothing to wait for.
  const wasPaid = new URLSearchParams(useSearch()).has('paid');
  const [looks, setLooks] = useState(wasPaid ? 0 : LOOKS);
  useEffect(() => {
    if (looks >= LOOKS) return undefined;
    const wait = looks === 0 ? 0 : LOOK_EVERY_MS;
    const timer = setTimeout(() => {
      sync(undefined, { onSettled: () => setLooks((done) => done + 1) });
    }, wait);
    return () => clearTimeout(timer);
  }, [looks, sync]);
  if (looks < LOOKS)
    return (
      <Page narrow>
        <div className="mb-8 w-28 sm:w-36">
          <SessionArt id={profile.id} kind="load" />
        </div>
        <TitledHeading title={t('success.waitTitle')} lead={t('success.waitText')} />
        <Spinner label={t('success.waitTitle')} />
      </Page>
    );
  return (
    <Page narrow>
      <TitledHeading title={t('success.noneTitle')} lead={t('success.noneText')} />
      <div className="flex flex-wrap gap-3">
        <Link href={paths.subscription()} asChild>
          <ButtonLink className="max-sm:w-full">{t('success.choose')}</ButtonLink>
        </Link>
        <Button
          variant="secondary"
          className="max-sm:w-full"
          busy={isPending}
          onClick={() => sync(undefined)}
        >
          {t('success.again')}
        </Button>
        {wasPaid && (
          <Link href={paths.contact(paths.subscription(), 'payment_waiting')} asChild>
            <ButtonLink variant="quiet">{t('error.support')}</ButtonLink>
          </Link>
        )}
      </div>
    </Page>
  );
}
