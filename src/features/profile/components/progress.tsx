import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { TotalsLoading } from '#web/features/home/components/loading.tsx';
import { RecentActivity } from '#web/features/home/components/recent-activity.tsx';
import { NothingYet, Totals } from '#web/features/home/components/totals.tsx';
import { useDashboard } from '#web/features/home/queries.ts';
import { ApiError } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Section } from '#web/ui/page.tsx';
import { usePass } from '../queries.ts';

/** What has added up, and the last sessions; without a pass there is nothing to ask the server for. */
export function Progress({ children }: { /** What stands under it. */ children: ReactNode }) {
  const { data: pass } = usePass();
  if (pass?.hasActiveAccess !== false) return <Practised>{children}</Practised>;
  return (
    <>
      <NeedsPass />
      <Below>{children}</Below>
    </>
  );
}

/** Hidden while it `waits` for what is above it, which says how far down it begins. */
function Below({ waits = false, children }: { waits?: boolean; children: ReactNode }) {
  return (
    <div hidden={waits} className="border-t border-line pt-8 empty:hidden">
      {children}
    </div>
  );
}

function NeedsPass() {
  const { t } = useTranslation(['profile', 'errors']);
  return (
    <div className="mb-8">
      <Notice
        actions={
          <Link href={paths.subscription()} asChild>
            <ButtonLink variant="secondary">{t('profile:pass.see')}</ButtonLink>
          </Link>
        }
      >
        {t('errors:pass_required')}
      </Notice>
    </div>
  );
}

function Practised({ children }: { children: ReactNode }) {
  const sentence = useErrorSentence();
  const { data, error, refetch } = useDashboard();
  const needsPass = error instanceof ApiError && error.code === 'pass_required';
  return (
    <>
      {!data && error && needsPass && <NeedsPass />}
      {!data && error && !needsPass && (
        <NotLoaded retry={() => void refetch()}>{sentence(error)}</NotLoaded>
      )}
      {(data || !error) && <Practice data={data} />}
      <Below waits={!data && !error}>{children}</Below>
    </>
  );
}

function Practice({ data }: { data: Dashboard | undefined }) {
  const { t } = useTranslation('profile');
  const isEmpty = data?.recentActivity.length === 0;
  return (
    <>
      <Section title={t('progress.totals')}>
        {!data && <TotalsLoading />}
        {data && (isEmpty ? <NothingYet /> : <Totals {...data} />)}
      </Section>
      {data && !isEmpty && (
        <Section title={t('progress.recent')}>
          <RecentActivity activity={data.recentActivity} now={now()} />
        </Section>
      )}
    </>
  );
}
