import { useState } from 'react';
import { useProfile, useUpdateProfile } from '#web/features/account/queries.ts';
import { useRefetchPlanAndDashboard } from '#web/lib/refetch-plan.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { InlineSelect } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { MINUTES_A_DAY_CHOICES } from '../model.ts';

/** A field that chooses how many minutes a day the plan may take, or no limit; the plan is recomputed at once. */
export function DailyMinutesField({ hideLabel = false }: { hideLabel?: boolean }) {
  const { t } = useTranslation(['plan', 'errors']);
  const { dailyMinutes } = useProfile();
  const update = useUpdateProfile();
  const refresh = useRefetchPlanAndDashboard();
  const { toast } = useToast();
  /** What was chosen and isn't saved yet. */
  const [chosen, setChosen] = useState<{ minutes: number | null } | null>(null);
  const shown = chosen ? chosen.minutes : dailyMinutes;
  const own = shown === null ? [] : [shown];
  const choices = [...new Set([...MINUTES_A_DAY_CHOICES, ...own])].toSorted((a, b) => a - b);
  return (
    <InlineSelect
      label={t('plan:minutes.label')}
      hideLabel={hideLabel}
      value={shown ?? ''}
      options={[
        { value: '', label: t('plan:minutes.suggested') },
        ...choices.map((minutes) => ({
          value: String(minutes),
          label: t('plan:minutes.choice', { count: minutes }),
        })),
      ]}
      onChange={(event) => {
        const minutes = event.target.value === '' ? null : Number(event.target.value);
        setChosen({ minutes });
        update.mutate(
          { dailyMinutes: minutes },
          {
            onSuccess: refresh,
            onError: () => toast({ title: t('errors:update_profile'), tone: 'refusal' }),
            onSettled: () => setChosen(null),
          },
        );
      }}
    />
  );
}
