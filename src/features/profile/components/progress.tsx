import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { TotalsSkeleton } from '#web/features/home/components/skeletons.tsx';
import { RecentActivity } from '#web/features/home/components/recent-activity.tsx';
import { NoPracticeYet, PracticeTotals } from '#web/features/home/components/totals.tsx';
import { useDashboard } from '#web/features/plan/queries.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice, LoadError } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import { useSubscriptionStatus } from '#web/features/account/queries.ts';

const COLUMNS = 'wide:grid wide:grid-cols-2 wide:gap-x-20';

/** The profile's progress tab: totals and recent sessions; not fetched without a pass. */
export function ProgressTab({ children }: { /** Rendered below. */ children: ReactNode }) {
  const { data: pass } = useSubscriptionStatus();
  if (pass?.hasActiveAccess !== false) return <PracticeData>{children}</PracticeData>;
  return (
    <div className={COLUMNS}>
      <NeedsPass />
      <Below>{children}</Below>
    </div>
  );
}

/** Beside what is above on a desk. Hidden while `waits`, until the content above has its height. */
function Below({ waits = false, children }: { waits?: boolean; children: ReactNode }) {
  return (
    <div
      hidden={waits}
      className="border-t border-line pt-8 empty:hidden wide:border-t-0 wide:pt-0"
    >
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

function PracticeData({ children }: { children: ReactNode }) {
  const describeError = useErrorMessage();
  const { data, error, refetch } = useDashboard();
  const needsPass = hasErrorCode(error, 'pass_required');
  return (
    <div className={COLUMNS}>
      <div>
        {!data && error && needsPass && <NeedsPass />}
        {!data && error && !needsPass && (
          <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>
        )}
        {(data || !error) && <PracticeSummary data={data} />}
      </div>
      <Below waits={!data && !error}>{children}</Below>
    </div>
  );
}

function PracticeSummary({ data }: { data: Dashboard | undefined }) {
  const { t } = useTranslation('profile');
  const isEmpty = data?.recentActivity.length === 0;
  return (
    <>
      <Section title={t('progress.totals')}>
        {!data && <TotalsSkeleton />}
        {data && (isEmpty ? <NoPracticeYet /> : <PracticeTotals {...data} />)}
      </Section>
      {data && !isEmpty && (
        <Section title={t('progress.recent')}>
          <RecentActivity activity={data.recentActivity} now={now()} />
        </Section>
      )}
    </>
  );
}
