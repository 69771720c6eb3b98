import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import type { User } from '#shared/contract/users.ts';
import { type CompletedAssessment, Report } from '#web/features/assessment/components/report.tsx';
import { useDraft } from '#web/features/assessment/queries.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { BottomAction } from '#web/ui/page.tsx';
import { type Step, getNextStep, getAllowedStep, findStepToResume } from '../model.ts';
import { RetakeStep } from './retake-step.tsx';
import { ConsentStep } from './consent-step.tsx';
import { DeclinedStep } from './declined-step.tsx';
import { DoneStep } from './done-step.tsx';
import { FlightStep } from './flight-step.tsx';
import { FocusStep } from './focus-step.tsx';
import { OnboardingFooter } from './onboarding-footer.tsx';
import { OnboardingFrame, StepCount } from './frame.tsx';
import { NameStep } from './name-step.tsx';
import { QuestionsStep } from './questions-step.tsx';

/** Runs the onboarding steps. Progress is on the server, so that any device can continue. */
export function OnboardingSteps({
  profile,
  assessment,
}: {
  profile: User;
  assessment: AssessmentState;
}) {
  const { t } = useTranslation(['onboarding', 'assessment']);
  const [, navigate] = useLocation();
  const draft = useDraft(profile.id, assessment);
  const hasDraft = Object.keys(draft.answers).length > 0;
  const [reached, setStep] = useState<Step>(() =>
    findStepToResume({ profile, assessment, hasDraft }),
  );
  const step = getAllowedStep(reached, assessment);
  if (step !== reached) setStep(step);
  const next = () => setStep((current) => getNextStep(current, { profile, assessment }));
  const completed = assessment.completed;
  useStepFocus(step);
  usePageTitle(
    step === 'questions'
      ? t('assessment:question.title')
      : t(step === 'report' ? 'assessment:report.pageTitle' : 'onboarding:title'),
  );

  if (step === 'again') return <RetakeStep onNext={next} />;
  if (step === 'name') return <NameStep profile={profile} onNext={next} />;
  if (step === 'consent') {
    // After onboarding, declining leads back to the app.
    const decline = () =>
      profile.onboardingComplete ? navigate(paths.home()) : setStep('declined');
    return <ConsentStep onAgreed={() => setStep('questions')} onDeclined={decline} />;
  }
  if (step === 'declined') return <DeclinedStep onBack={() => setStep('consent')} />;
  if (step === 'questions' || !completed) {
    const done = () => setStep('report');
    const { renewals } = draft;
    return <QuestionsStep key={renewals} profile={profile} draft={draft} onDone={done} />;
  }
  if (step === 'report') return <ReportStep completed={completed} onNext={next} />;
  if (step === 'focus') {
    return <FocusStep completed={completed} onNext={next} onBack={() => setStep('report')} />;
  }
  if (step === 'flight') {
    return <FlightStep profile={profile} onNext={next} onBack={() => setStep('focus')} />;
  }
  return <DoneStep profile={profile} completed={completed} />;
}

/** Scrolls to the top and focuses the heading on each change of step, but not on the first step. */
function useStepFocus(step: Step): void {
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current === step) return;
    previous.current = step;
    scrollTo(0, 0);
    // The questions step focuses its scale itself.
    if (step === 'questions') return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [step]);
}

/** Shows the report of the answers. */
function ReportStep({ completed, onNext }: { completed: CompletedAssessment; onNext: () => void }) {
  const { t } = useTranslation('onboarding');
  return (
    <OnboardingFrame wide footer={<OnboardingFooter />}>
      <div className="pb-6 wide:pb-0">
        <Report completed={completed} above={<StepCount step="questions" />} />
      </div>
      <BottomAction>
        <Button wide className="wide:w-auto wide:px-10" onClick={onNext}>
          {t('report.next')}
        </Button>
      </BottomAction>
    </OnboardingFrame>
  );
}
