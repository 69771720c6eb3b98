import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile, useUpdateProfile } from '#web/features/account/queries.ts';
import { useToast } from '#web/ui/toast.tsx';

/** Whether the days in a row are counted on the screen. */
export function StreakChoice() {
  const { t } = useTranslation(['profile', 'errors']);
  const id = useId();
  const { streakShown } = useProfile();
  const update = useUpdateProfile();
  const { toast } = useToast();
  // At once, and not a moment after the press.
  const [chosen, setChosen] = useState<boolean | null>(null);
  return (
    <div className="flex min-h-11 items-start gap-3.5">
      <input
        id={id}
        aria-describedby={`${id}-hint`}
        type="checkbox"
        className="mt-1 size-5 shrink-0 accent-ink"
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
      <div>
        <label htmlFor={id} className="block cursor-pointer">
          {t('profile:streak.label')}
        </label>
        <p id={`${id}-hint`} className="text-sm text-ink-2">
          {t('profile:streak.hint')}
        </p>
      </div>
    </div>
  );
}
