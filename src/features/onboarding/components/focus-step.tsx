import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusFields } from '#web/features/assessment/components/focus-fields.tsx';
import type { CompletedAssessment } from '#web/features/assessment/components/report.tsx';
import { getFocus } from '#web/features/assessment/model.ts';
import { useChooseFocus } from '#web/features/assessment/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { OnboardingFooter } from './onboarding-footer.tsx';
import { OnboardingFrame, StepCount, StepForm } from './frame.tsx';

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
  const describeError = useErrorMessage();
  const choose = useChooseFocus();
  const [focus, setFocus] = useState(() => getFocus(completed));

  return (
    <OnboardingFrame footer={<OnboardingFooter />}>
      <StepForm
        onSubmit={() => choose.mutate(focus, { onSuccess: onNext })}
        actions={
          <Button type="submit" wide busy={choose.isPending}>
            {t('onboarding:goOn')}
          </Button>
        }
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
        <FocusFields answers={completed.answers} focus={focus} onChange={setFocus} />
        {choose.error && (
          <div className="mt-6">
            <Notice tone="refusal">{describeError(choose.error)}</Notice>
          </div>
        )}
      </StepForm>
    </OnboardingFrame>
  );
}
