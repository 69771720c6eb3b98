import { useTranslation } from 'react-i18next';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { largeFigure } from '#web/features/landing/model.ts';
import { formatPractice } from '#web/lib/format.ts';
import { Figure, Figures } from '#web/ui/figures.tsx';

/** From here on practice is shown as a minute or more. */
const HALF_A_MINUTE_MS = 30_000;

/** What has added up so far: sessions, practice time, days in a row. */
export function Totals({ totalSessions, practiceMs, dayStreak }: Dashboard) {
  const { t, i18n } = useTranslation('home');
  const { streakShown } = useProfile();
  const figure = (value: number) => largeFigure(value, i18n.language);
  return (
    <Figures>
      <Figure name={t('totals.sessions')}>{figure(totalSessions)}</Figure>
      {/* A session just finished, yet too short to count as a minute, must not read as a reproach. */}
      {practiceMs >= HALF_A_MINUTE_MS && (
        <Figure name={t('totals.practice')}>{formatPractice(practiceMs)}</Figure>
      )}
      {streakShown && <Figure name={t('totals.streak')}>{figure(dayStreak)}</Figure>}
    </Figures>
  );
}

/** In place of three zeros. */
export function NothingYet() {
  const { t } = useTranslation('home');
  return (
    <>
      <p className="font-serif text-lg">{t('totals.empty')}</p>
      <p className="mt-1 text-sm text-ink-2">{t('totals.emptyText')}</p>
    </>
  );
}
