import type { Dashboard } from '#shared/contract/dashboard.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { formatLargeNumber } from '#web/features/landing/model.ts';
import { formatDuration } from '#web/lib/format.ts';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Stat, StatList } from '#web/ui/stats.tsx';

/** Practice from this length on rounds to a minute or more. */
const HALF_A_MINUTE_MS = 30_000;

/** The person's totals on the dashboard: sessions, practice time, days in a row. */
export function PracticeTotals({ totalSessions, practiceMs, dayStreak }: Dashboard) {
  const { i18n } = useTranslation('home');
  const { streakShown } = useProfile();
  const figure = (value: number) => formatLargeNumber(value, i18n.language);
  return (
    <Figures
      sessions={figure(totalSessions)}
      // A finished session of less than half a minute must not show as "0 min".
      practice={practiceMs >= HALF_A_MINUTE_MS ? formatDuration(practiceMs) : null}
      streak={streakShown ? figure(dayStreak) : null}
    />
  );
}

interface FiguresProps {
  sessions: string;
  practice: string | null;
  streak: string | null;
}

const Figures = cacheMarkup(
  function Figures({ sessions, practice, streak }: FiguresProps) {
    const { t } = useTranslation('home');
    return (
      <StatList>
        <Stat name={t('totals.sessions')}>{sessions}</Stat>
        {practice !== null && <Stat name={t('totals.practice')}>{practice}</Stat>}
        {streak !== null && <Stat name={t('totals.streak')}>{streak}</Stat>}
      </StatList>
    );
  },
  ['sessions', 'practice', 'streak'],
);

/** A text shown in place of the person's totals as long as all of them are zero. */
export function NoPracticeYet() {
  const { t } = useTranslation('home');
  return (
    <>
      <p className="font-serif text-lg">{t('totals.empty')}</p>
      <p className="mt-1 text-sm text-ink-2">{t('totals.emptyText')}</p>
    </>
  );
}
