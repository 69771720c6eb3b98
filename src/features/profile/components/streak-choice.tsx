import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile, useUpdateProfile } from '#web/features/account/queries.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { useToast } from '#web/ui/toast.tsx';

/** Chooses whether the streak is shown. */
export function StreakChoice() {
  const { t } = useTranslation(['profile', 'errors']);
  const { streakShown } = useProfile();
  const update = useUpdateProfile();
  const { toast } = useToast();
  // Shown before the server answers.
  const [chosen, setChosen] = useState<boolean | null>(null);
  return (
    <Checkbox
      label={t('profile:streak.label')}
      detail={t('profile:streak.hint')}
      checked={chosen ?? streakShown}
      onChange={(event) => {
        setChosen(event.target.checked);
        update.mutate(
          { streakShown: event.target.checked },
          {
            onError: () => toast({ title: t('errors:update_profile'), tone: 'refusal' }),
            onSettled: () => setChosen(null),
          },
        );
      }}
    />
  );
}
