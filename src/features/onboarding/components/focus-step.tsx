import { FocusFields } from '#web/features/assessment/components/focus-fields.tsx';
import type { CompletedAssessment } from '#web/features/assessment/components/report.tsx';
import { getChosenOrProposedFocus } from '#web/features/assessment/model.ts';
import { useSetFocusAreas } from '#web/features/assessment/queries.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { OnboardingFooter } from './onboarding-footer.tsx';
import { OnboardingPageFrame, StepCount, StepForm } from './frame.tsx';

/** The step of onboarding that chooses a primary and a secondary fear area; the two proposed ones are preselected. */
export function FocusStep({
  completed,
  onNext,
  onBack,
}: {
  completed: CompletedAssessment;
  onNext: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation(['onboarding', 'ui']);
  const choose = useSetFocusAreas();
  const form = useForm({
    initial: () => getChosenOrProposedFocus(completed),
    request: choose,
    onSubmit: (focus) => choose.mutate(focus, { onSuccess: onNext }),
  });

  return (
    <OnboardingPageFrame footer={<OnboardingFooter />}>
      <StepForm
        form={form}
        submit={t('onboarding:goOn')}
        below={
          <Button variant="quiet" onClick={onBack}>
            {t('ui:actions.back')}
          </Button>
        }
      >
        <PageHeading
          above={<StepCount step="focus" />}
          title={t('onboarding:focus.title')}
          lead={t('onboarding:focus.lead')}
        />
        <FocusFields answers={completed.answers} focus={form.draft} onChange={form.set} />
      </StepForm>
    </OnboardingPageFrame>
  );
}
