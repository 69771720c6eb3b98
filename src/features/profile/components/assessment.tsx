import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type CompletedAssessment, Report } from '#web/features/assessment/components/report.tsx';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { needTexts } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { late } from '#web/ui/late.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { usePass } from '../queries.ts';
import { Focus } from './focus.tsx';

/** Comes with its words after the report; where it cannot, the report stands by itself. */
const HighAreas = late(async () => {
  const [module] = await Promise.all([import('./high-areas.tsx'), needTexts('steps')]);
  return module.HighAreas;
});

/** The latest assessment as it was reported, and the way to take it again. */
export function Assessment() {
  const { t } = useTranslation(['profile', 'ui']);
  const { data, error, refetch } = useAssessment();
  if (!data && error)
    return <NotLoaded retry={() => void refetch()}>{t('profile:assessment.error')}</NotLoaded>;
  if (!data) return <SkeletonList shape="line" count={2} label={t('profile:assessment.loading')} />;
  if (!data.completed) return <NotTaken />;
  return <Completed completed={data.completed} />;
}

function NotTaken() {
  const { t } = useTranslation('profile');
  const { data: pass } = usePass();
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

function Completed({ completed }: { completed: CompletedAssessment }) {
  const { t } = useTranslation('profile');
  const { data: pass } = usePass();
  return (
    <>
      <Report completed={completed} inPage />
      <Focus key={completed.id} completed={completed} />
      {completed.report.highAreas.length > 0 && <HighAreas areas={completed.report.highAreas} />}
      <Button variant="quiet" className="mt-6" onClick={() => print()}>
        {t('assessment.print')}
      </Button>
      {/* Taking it again is part of onboarding's pages, which a pass opens (specification, section 2). */}
      {pass?.hasActiveAccess && (
        <div data-no-print="" className="mt-8">
          <Link href={paths.onboarding()} asChild>
            <ButtonLink variant="secondary">{t('assessment.again')}</ButtonLink>
          </Link>
          <p className="mt-2.5 max-w-prose text-sm text-ink-2">{t('assessment.againHint')}</p>
        </div>
      )}
      {pass && !pass.hasActiveAccess && (
        <p data-no-print="" className="mt-8 max-w-prose text-ink-2">
          {t('assessment.againPass')}{' '}
          <Link href={paths.subscription()} className="text-link inline-flex min-h-11 items-center">
            {t('pass.see')}
          </Link>
        </p>
      )}
    </>
  );
}
