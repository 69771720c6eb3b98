import { useTranslation } from 'react-i18next';
import { type CompletedAssessment, Report } from '#web/features/assessment/components/report.tsx';
import { Button } from '#web/ui/button.tsx';
import { BottomAction } from '#web/ui/page.tsx';
import { Foot } from './foot.tsx';
import { Frame } from './frame.tsx';
import { StepCount } from './step-count.tsx';

/** The picture the answers make. */
export function ReportStep({
  completed,
  onNext,
}: {
  completed: CompletedAssessment;
  onNext: () => void;
}) {
  const { t } = useTranslation('onboarding');
  return (
    <Frame wide foot={<Foot />}>
      <div className="pb-6 wide:pb-0">
        <Report completed={completed} above={<StepCount step="questions" />} />
      </div>
      <BottomAction>
        <Button wide className="wide:w-auto wide:px-10" onClick={onNext}>
          {t('report.next')}
        </Button>
      </BottomAction>
    </Frame>
  );
}
