import { countPastFlights } from '#web/features/flights/model.ts';
import { useFlights } from '#web/features/flights/queries.ts';
import {
  estimateLandedToday,
  LANDINGS_PER_DAY,
  formatLargeNumber,
} from '#web/features/landing/model.ts';
import { useReducedMotion } from '#web/lib/device.ts';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useNow } from '#web/lib/use-now.ts';

/** Slow enough to read; about six flights land in that time. */
const REFRESH_MS = 5_000;

/**
 * Shows how many flights have landed in the world today, computed from the clock. Not a live region: it is never
 * announced to screen readers.
 */
export function WorldLandingsCounter() {
  const { i18n } = useTranslation('home');
  // With reduced motion it does not tick.
  const now = useNow(useReducedMotion() ? null : REFRESH_MS);
  const { data } = useFlights();
  const own = data ? countPastFlights(data.items, now) : 0;
  return <Landings landed={formatLargeNumber(estimateLandedToday(now), i18n.language)} own={own} />;
}

const Landings = cacheMarkup(
  function Landings({ landed, own }: { landed: string; own: number }) {
    const { t, i18n } = useTranslation('home');
    const total = formatLargeNumber(LANDINGS_PER_DAY, i18n.language);
    return (
      <>
        <p>
          <span className="tabular mr-1 font-serif text-xl">{landed}</span>{' '}
          {t('landings.text', { total })}
        </p>
        {own > 0 && <p className="mt-1">{t('landings.own', { count: own })}</p>}
        <p className="mt-1 text-xs text-ink-2">{t('landings.note')}</p>
      </>
    );
  },
  ['landed'],
);
