import { useProfile } from '#web/features/account/queries.ts';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { OnboardingPageFrame } from './components/frame.tsx';
import { OnboardingSteps } from './components/onboarding-steps.tsx';

/** The onboarding page: loads the assessment, then runs the steps. */
export default function OnboardingPage() {
  const { t } = useTranslation(['onboarding', 'ui']);
  const profile = useProfile();
  const assessment = useAssessment();
  const describeError = useErrorMessage();
  if (assessment.data) return <OnboardingSteps profile={profile} assessment={assessment.data} />;
  if (!assessment.error) {
    return (
      <OnboardingPageFrame>
        <SkeletonList count={3} shape="line" label={t('onboarding:loading')} />
      </OnboardingPageFrame>
    );
  }
  return (
    <OnboardingPageFrame>
      <PageHeading title={t('onboarding:failed.title')} lead={t('onboarding:failed.safe')} />
      <Notice
        tone="refusal"
        actions={
          <Button busy={assessment.isFetching} onClick={() => void assessment.refetch()}>
            {t('ui:actions.tryAgain')}
          </Button>
        }
      >
        {describeError(assessment.error)}
      </Notice>
    </OnboardingPageFrame>
  );
}
