import { useTranslation } from 'react-i18next';
import { DailyMinutes } from '#web/features/plan/components/daily-minutes.tsx';

/** How many minutes a day the plan may take. */
export function MinutesChoice() {
  const { t } = useTranslation('profile');
  return (
    <>
      <DailyMinutes hideLabel />
      <p className="text-sm text-ink-2">{t('minutes.hint')}</p>
    </>
  );
}
