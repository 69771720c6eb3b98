import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile, useUpdateProfile } from '#web/features/account/queries.ts';
import { useRefetchPlan } from '#web/lib/refresh-plan.ts';
import { InlineSelect } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { MINUTES_A_DAY_CHOICES } from '../model.ts';

/** A field that chooses how many minutes a day the plan may take; the plan is recomputed at once. */
export function DailyMinutesField({ hideLabel = false }: { hideLabel?: boolean }) {
  const { t } = useTranslation(['plan', 'errors']);
  const { dailyMinutes } = useProfile();
  const update = useUpdateProfile();
  const refresh = useRefetchPlan();
  const { toast } = useToast();
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = chosen ?? dailyMinutes;
  const choices = [...new Set([...MINUTES_A_DAY_CHOICES, shown])].toSorted((a, b) => a - b);
  return (
    <InlineSelect
      label={t('plan:minutes.label')}
      hideLabel={hideLabel}
      value={String(shown)}
      options={choices.map((minutes) => ({
        value: String(minutes),
        label: t('plan:minutes.choice', { count: minutes }),
      }))}
      onChange={(event) => {
        const minutes = Number(event.target.value);
        setChosen(minutes);
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
