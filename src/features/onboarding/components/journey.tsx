import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import type { User } from '#shared/contract/users.ts';
import { useDraft } from '#web/features/assessment/queries.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { type Step, stepAfter, stepAllowed, stepToResume } from '../model.ts';
import { AgainStep } from './again-step.tsx';
import { ConsentStep } from './consent-step.tsx';
import { DeclinedStep } from './declined-step.tsx';
import { DoneStep } from './done-step.tsx';
import { FlightStep } from './flight-step.tsx';
import { FocusStep } from './focus-step.tsx';
import { NameStep } from './name-step.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { ReportStep } from './report-step.tsx';

/** Leads through the steps. What is done is with the server, so that any device can go on from there. */
export function Journey({ profile, assessment }: { profile: User; assessment: AssessmentState }) {
  const { t } = useTranslation(['onboarding', 'assessment']);
  const [, navigate] = useLocation();
  const draft = useDraft(profile.id, assessment);
  const hasDraft = Object.keys(draft.answers).length > 0;
  const [reached, setStep] = useState<Step>(() => stepToResume({ profile, assessment, hasDraft }));
  const step = stepAllowed(reached, assessment);
  if (step !== reached) setStep(step);
  const next = () => setStep((current) => stepAfter(current, { profile, assessment }));
  const completed = assessment.completed;
  useStepFocus(step);
  usePageTitle(
    step === 'questions'
      ? t('assessment:question.title')
      : t(step === 'report' ? 'assessment:report.pageTitle' : 'onboarding:title'),
  );

  if (step === 'again') return <AgainStep onNext={next} />;
  if (step === 'name') return <NameStep profile={profile} onNext={next} />;
  if (step === 'consent') {
    // Whoever is past onboarding has the rest of the app to go back to.
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

/** Takes the eyes, the keyboard and the screen reader to the beginning of each step; the first is left alone. */
function useStepFocus(step: Step): void {
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current === step) return;
    previous.current = step;
    scrollTo(0, 0);
    // The questions put the focus on their scale themselves.
    if (step === 'questions') return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [step]);
}
