import type { Dashboard } from '#shared/contract/dashboard.ts';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { findNumberWordKey, summariseSessionsToday } from '../model.ts';

/** Undefined while loading, null when loading failed; nothing is shown then. */
export type TodayDoneCounts = Dashboard['sessionsToday'] | null | undefined;

/** Says how many of today's recommended sessions are done; `withPace` adds how many a day are recommended. */
export function TodayDoneCountLine({
  today,
  withPace = false,
  isLastEvening = false,
  isNight = false,
}: {
  today: TodayDoneCounts;
  /** Says first how many sessions a day are recommended. */
  withPace?: boolean;
  isLastEvening?: boolean;
  /** Nobody is asked for more then. */
  isNight?: boolean;
}) {
  if (today === null) return null;
  if (!today) return <Skeleton className={withPace ? 'mt-2 h-11 w-4/5' : 'mt-2 h-5 w-4/5'} />;
  const shown = { today, withPace, isLastEvening, isNight };
  return <TodayDoneSentence {...shown} />;
}

const TodayDoneSentence = cacheMarkup(function TodayDoneSentence({
  today,
  withPace,
  isLastEvening,
  isNight,
}: {
  today: Dashboard['sessionsToday'];
  withPace: boolean;
  isLastEvening: boolean;
  isNight: boolean;
}) {
  const { t } = useTranslation('home');
  const inWords = (value: number) => {
    const digit = findNumberWordKey(value);
    return digit ? t(`number.${digit}`) : String(value);
  };
  const pace = withPace ? findNumberWordKey(today.recommended) : null;
  const soFar = summariseSessionsToday(today, isNight);
  return (
    <p className="mt-1 text-ink-2">
      {isLastEvening ? (
        <>{t('pace.last')} </>
      ) : (
        pace && pace !== '5' && pace !== '6' && <>{t(`pace.${pace}`)} </>
      )}
      {soFar.key === 'none' && !isLastEvening && t('today.none')}
      {soFar.key === 'some' &&
        t('today.some', { done: inWords(soFar.done), left: inWords(soFar.left) })}
      {soFar.key === 'enough' && t('today.enough', { done: inWords(soFar.done) })}
    </p>
  );
});
