import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
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
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { usePass } from '../queries.ts';

/** What has added up, and the last sessions; without a pass there is nothing to ask the server for. */
export function Progress() {
  const { data: pass } = usePass();
  return pass?.hasActiveAccess === false ? <NeedsPass /> : <Practised />;
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

function Practised() {
  const { t } = useTranslation(['profile', 'ui']);
  const sentence = useErrorSentence();
  const { data, error, refetch } = useDashboard();
  if (!data && error instanceof ApiError && error.code === 'pass_required') return <NeedsPass />;
  if (!data && error) return <NotLoaded retry={() => void refetch()}>{sentence(error)}</NotLoaded>;
  if (!data) return <SkeletonList count={4} label={t('ui:loading')} />;
  const isEmpty = data.recentActivity.length === 0;
  return (
    <>
      <Section title={t('profile:progress.totals')}>
        {isEmpty ? <NothingYet /> : <Totals {...data} />}
      </Section>
      {!isEmpty && (
        <Section title={t('profile:progress.recent')}>
          <RecentActivity activity={data.recentActivity} now={now()} />
        </Section>
      )}
    </>
  );
}
