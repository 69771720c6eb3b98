import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import type { CompletedAssessment } from '#web/features/assessment/components/report.tsx';
import { reportRows } from '#web/features/assessment/model.ts';
import { useChooseFocus } from '#web/features/assessment/queries.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { type Focus, withFocus } from '../model.ts';
import { Frame, StepForm } from './frame.tsx';
import { StepCount } from './step-count.tsx';

/** Primary and secondary focus: the two strongest are proposed, the person chooses. */
export function FocusStep({
  completed,
  onNext,
  onBack,
}: {
  completed: CompletedAssessment;
  onNext: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation(['onboarding', 'assessment', 'ui']);
  const sentence = useErrorSentence();
  const choose = useChooseFocus();
  const { primaryFocus, secondaryFocus, report } = completed;
  const [focus, setFocus] = useState<Focus>(() =>
    primaryFocus && secondaryFocus
      ? { primary: primaryFocus, secondary: secondaryFocus }
      : report.proposedFocus,
  );
  const options = reportRows(completed.answers).map(({ area, score }) => ({
    value: area,
    label: t('onboarding:focus.option', { area: t(`assessment:areas.${area}.name`), score }),
  }));

  return (
    <Frame>
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
        <div className="grid gap-7">
          {(['primary', 'secondary'] as const).map((which) => (
            <div key={which}>
              <Select
                label={t(`onboarding:focus.${which}`)}
                name={which}
                value={focus[which]}
                options={options}
                onChange={(event) =>
                  setFocus(withFocus(focus, which, event.target.value as FearArea))
                }
              />
              <p className="mt-2.5 text-ink-2">{t(`assessment:areas.${focus[which]}.scene`)}</p>
            </div>
          ))}
        </div>
        {choose.error && (
          <div className="mt-6">
            <Notice tone="refusal">{sentence(choose.error)}</Notice>
          </div>
        )}
      </StepForm>
    </Frame>
  );
}
