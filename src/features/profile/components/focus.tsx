import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusFields } from '#web/features/assessment/components/focus-fields.tsx';
import type { CompletedAssessment } from '#web/features/assessment/components/report.tsx';
import { type Focus as Chosen, getFocus } from '#web/features/assessment/model.ts';
import { useChooseFocus } from '#web/features/assessment/queries.ts';
import { useRefreshPlan } from '#web/lib/refresh-plan.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** The profile's section with the two focus areas, editable without retaking the assessment. */
export function FocusSection({ completed }: { completed: CompletedAssessment }) {
  const { t } = useTranslation('profile');
  const describeError = useErrorMessage();
  const choose = useChooseFocus();
  const refreshPlan = useRefreshPlan();
  const [focus, setFocus] = useState(() => getFocus(completed));
  const isChosen = completed.primaryFocus !== null && completed.secondaryFocus !== null;
  const change = (chosen: Chosen) => (choose.reset(), setFocus(chosen));
  return (
    <form
      data-no-print=""
      className="mt-10 max-w-xl"
      onSubmit={(event) => {
        event.preventDefault();
        choose.mutate(focus, { onSuccess: refreshPlan });
      }}
    >
      <h3 className="text-lg">{t('focus.heading')}</h3>
      <p className="mt-1 mb-5 text-ink-2">{t(isChosen ? 'focus.lead' : 'focus.proposed')}</p>
      <FocusFields answers={completed.answers} focus={focus} onChange={change} />
      <p aria-live="polite" className="mt-4 min-h-6 text-ink-2">
        {choose.isSuccess ? t('focus.saved') : ''}
      </p>
      {choose.error && <Notice tone="refusal">{describeError(choose.error)}</Notice>}
      <Button type="submit" variant="secondary" className="mt-3" busy={choose.isPending}>
        {t('focus.save')}
      </Button>
    </form>
  );
}
