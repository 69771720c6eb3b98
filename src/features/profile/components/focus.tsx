import { FocusFields } from '#web/features/assessment/components/focus-fields.tsx';
import type { CompletedAssessment } from '#web/features/assessment/components/report.tsx';
import { getChosenOrProposedFocus } from '#web/features/assessment/model.ts';
import { useSetFocusAreas } from '#web/features/assessment/queries.ts';
import { useRefetchPlanAndDashboard } from '#web/lib/refetch-plan.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** The profile's section with the two focus areas, editable without retaking the assessment. */
export function FocusSection({ completed }: { completed: CompletedAssessment }) {
  const { t } = useTranslation('profile');
  const choose = useSetFocusAreas();
  const refreshPlan = useRefetchPlanAndDashboard();
  const form = useForm({
    initial: () => getChosenOrProposedFocus(completed),
    request: choose,
    onChange: choose.reset,
    onSubmit: (focus) => choose.mutate(focus, { onSuccess: refreshPlan }),
  });
  const isChosen = completed.primaryFocus !== null && completed.secondaryFocus !== null;
  return (
    <form {...form.props} data-no-print="" className="mt-10 max-w-xl">
      <h3 className="text-lg">{t('focus.heading')}</h3>
      <p className="mt-1 mb-5 text-ink-2">{t(isChosen ? 'focus.lead' : 'focus.proposed')}</p>
      <FocusFields answers={completed.answers} focus={form.draft} onChange={form.set} />
      <p aria-live="polite" className="mt-4 min-h-6 text-ink-2">
        {choose.isSuccess ? t('focus.saved') : ''}
      </p>
      {form.failure && <Notice tone="refusal">{form.failure}</Notice>}
      <Button type="submit" variant="secondary" className="mt-3" busy={choose.isPending}>
        {t('focus.save')}
      </Button>
    </form>
  );
}
