import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/account/queries.ts';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { Frame } from './components/frame.tsx';
import { Journey } from './components/journey.tsx';

/** From the name to the first day: everything the product has to know before it can choose sessions. */
export default function OnboardingPage() {
  const { t } = useTranslation(['onboarding', 'ui']);
  const profile = useProfile();
  const assessment = useAssessment();
  const sentence = useErrorSentence();
  if (assessment.data) return <Journey profile={profile} assessment={assessment.data} />;
  if (!assessment.error) {
    return (
      <Frame>
        <SkeletonList count={3} shape="line" label={t('onboarding:loading')} />
      </Frame>
    );
  }
  return (
    <Frame>
      <PageHeading title={t('onboarding:failed.title')} lead={t('onboarding:failed.safe')} />
      <Notice
        tone="refusal"
        actions={
          <Button busy={assessment.isFetching} onClick={() => void assessment.refetch()}>
            {t('ui:actions.tryAgain')}
          </Button>
        }
      >
        {sentence(assessment.error)}
      </Notice>
    </Frame>
  );
}
