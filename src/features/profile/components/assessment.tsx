import { Link } from 'wouter';
import {
  type CompletedAssessment,
  ReportSection,
} from '#web/features/assessment/components/report.tsx';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useSubscriptionStatus } from '#web/features/account/queries.ts';
import { FocusSection } from './focus.tsx';

/** Loaded after the report with its texts; left out if loading fails. */
const HighAreas = createLazyComponent(async () => {
  const [module] = await Promise.all([import('./high-areas.tsx'), loadCatalogueGroup('steps')]);
  return module.HighAreasSection;
});

/** The profile's tab with the latest assessment's report, and the button to retake it. */
export function AssessmentTab() {
  const { t } = useTranslation(['profile', 'ui']);
  const { data, error, refetch } = useAssessment();
  if (!data && error)
    return <LoadError retry={() => void refetch()}>{t('profile:assessment.error')}</LoadError>;
  if (!data) return <SkeletonList shape="line" count={2} label={t('profile:assessment.loading')} />;
  if (!data.completed) return <NoAssessment />;
  return <CompletedReport completed={data.completed} />;
}

function NoAssessment() {
  const { t } = useTranslation('profile');
  const { data: pass } = useSubscriptionStatus();
  return (
    <>
      <p className="text-ink-2">{t('assessment.none')}</p>
      {pass?.hasActiveAccess && (
        <Link href={paths.onboarding()} className="text-link inline-flex min-h-11 items-center">
          {t('assessment.take')}
        </Link>
      )}
    </>
  );
}

function CompletedReport({ completed }: { completed: CompletedAssessment }) {
  const { t } = useTranslation('profile');
  const { data: pass } = useSubscriptionStatus();
  return (
    <>
      <ReportSection completed={completed} inPage />
      <div className="wide:grid wide:grid-cols-2 wide:gap-16 roomy:gap-24">
        <FocusSection key={completed.id} completed={completed} />
        {completed.report.highAreas.length > 0 && <HighAreas areas={completed.report.highAreas} />}
      </div>
      <Button variant="quiet" className="mt-6" onClick={() => print()}>
        {t('assessment.print')}
      </Button>
      {/* Retaking is part of onboarding's pages, which need a pass (specification, section 2). */}
      {pass?.hasActiveAccess && (
        <div data-no-print="" className="mt-8 border-t border-line pt-8">
          <Link href={paths.onboarding()} asChild>
            <ButtonLink variant="secondary">{t('assessment.again')}</ButtonLink>
          </Link>
          <p className="mt-2.5 max-w-prose text-sm text-ink-2">{t('assessment.againHint')}</p>
        </div>
      )}
      {pass && !pass.hasActiveAccess && (
        <p data-no-print="" className="mt-8 max-w-prose border-t border-line pt-8 text-ink-2">
          {t('assessment.againPass')}{' '}
          <Link href={paths.subscription()} className="text-link inline-flex min-h-11 items-center">
            {t('pass.see')}
          </Link>
        </p>
      )}
    </>
  );
}
