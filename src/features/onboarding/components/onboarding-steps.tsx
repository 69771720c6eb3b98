import { useLocation } from 'wouter';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import type { User } from '#shared/contract/users.ts';
import {
  type CompletedAssessment,
  ReportSection,
} from '#web/features/assessment/components/report.tsx';
import { getQuestionIndexToShow } from '#web/features/assessment/model.ts';
import { useAssessmentDraft } from '#web/features/assessment/hooks/use-assessment-draft.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusHeadingOnStepChange } from '#web/lib/step-focus.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { BottomAction } from '#web/ui/bottom-action.tsx';
import { useOnboardingHistory } from '../hooks/use-step-history.ts';
import {
  getNextStep,
  getStepToShow,
  getOnboardingStepToResume,
  type OnboardingStep,
} from '../model.ts';
import { RetakeStep } from './retake-step.tsx';
import { ConsentStep } from './consent-step.tsx';
import { DeclinedStep } from './declined-step.tsx';
import { OnboardingSummaryStep } from './summary-step.tsx';
import { FlightStep } from './flight-step.tsx';
import { FocusStep } from './focus-step.tsx';
import { OnboardingFooter } from './onboarding-footer.tsx';
import { OnboardingPageFrame, StepCount } from './frame.tsx';
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
  const draft = useAssessmentDraft(profile.id, assessment);
  const hasDraft = Object.keys(draft.answers).length > 0;
  const completed = assessment.completed;
  const result = completed?.id ?? null;
  const resume = () => getQuestionIndexToShow(draft.answers);
  const steps = useOnboardingHistory(
    () => ({
      step: getOnboardingStepToResume({ profile, assessment, hasDraft }),
      question: resume(),
      depth: 0,
      questionsFrom: 0,
      result,
    }),
    result,
  );
  const { entry } = steps;
  const step = getStepToShow(entry, assessment);
  const next = () => steps.goOn(getNextStep(step, { profile, assessment }), resume());
  // The questions focus their scale.
  useFocusHeadingOnStepChange(step, step === 'questions');
  usePageTitle(t(getTitleKey(step, profile.onboardingComplete)));

  if (step === 'again') return <RetakeStep onNext={next} />;
  if (step === 'name') return <NameStep profile={profile} onNext={next} />;
  if (step === 'consent') {
    // After onboarding, declining leads back to the app.
    const decline = () =>
      profile.onboardingComplete ? navigate(paths.home()) : steps.goOn('declined', 0);
    // In place of the consent, which Back does not ask for again.
    const agree = () =>
      steps.replace({ step: 'questions', question: resume(), questionsFrom: entry.depth, result });
    return <ConsentStep onAgreed={agree} onDeclined={decline} />;
  }
  if (step === 'declined') return <DeclinedStep onBack={() => steps.goBack({ step: 'consent' })} />;
  if (step === 'questions' || !completed) {
    return (
      <QuestionsStep
        key={draft.renewals}
        profile={profile}
        draft={draft}
        hasResult={completed !== null && profile.onboardingComplete}
        question={entry.question}
        onNext={(question) => steps.goOn('questions', question)}
        onBack={(question) =>
          entry.depth > entry.questionsFrom ? history.back() : steps.replace({ question })
        }
        wrapRequest={(request) => steps.rewindAfter(entry.questionsFrom, request)}
      />
    );
  }
  if (step === 'report') return <ReportStep completed={completed} onNext={next} />;
  if (step === 'focus') {
    const back = () => steps.goBack({ step: 'report' });
    return <FocusStep completed={completed} onNext={next} onBack={back} />;
  }
  if (step === 'flight') {
    const back = () => steps.goBack({ step: 'focus' });
    return <FlightStep profile={profile} onNext={next} onBack={back} />;
  }
  const leave = <T,>(request: () => Promise<T>) => steps.rewindAfter(0, request);
  return <OnboardingSummaryStep profile={profile} completed={completed} wrapRequest={leave} />;
}

/** Returns the key of a step's title in the tab. */
function getTitleKey(step: OnboardingStep, isRetake: boolean) {
  if (step === 'report') return 'assessment:report.pageTitle';
  if (step === 'again') return 'onboarding:redo.title';
  return isRetake || step === 'questions' ? 'assessment:question.title' : 'onboarding:title';
}

function ReportStep({ completed, onNext }: { completed: CompletedAssessment; onNext: () => void }) {
  const { t } = useTranslation('onboarding');
  return (
    <OnboardingPageFrame wide footer={<OnboardingFooter />}>
      <div className="pb-6 wide:pb-0">
        <ReportSection completed={completed} above={<StepCount step="questions" />} />
      </div>
      <BottomAction>
        <Button wide className="wide:w-auto wide:px-10" onClick={onNext}>
          {t('report.next')}
        </Button>
      </BottomAction>
    </OnboardingPageFrame>
  );
}
