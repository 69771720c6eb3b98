import { useTranslation } from 'react-i18next';
import { flightsPassed } from '#web/features/flights/model.ts';
import { useFlights } from '#web/features/flights/queries.ts';
import { landedToday, LANDINGS_PER_DAY, largeFigure } from '#web/features/landing/model.ts';
import { useNow } from './use-now.ts';

/** Slow enough to be read in peace; about six flights land meanwhile. */
const CALM_MS = 5_000;

/** How many flights have landed today. It counts from the clock and is never announced: nobody has to hear it tick. */
export function Landings() {
  const { t, i18n } = useTranslation('home');
  // For whoever asked for less motion it stands still while it is looked at.
  const now = useNow(matchMedia('(prefers-reduced-motion: reduce)').matches ? null : CALM_MS);
  const { data } = useFlights();
  const own = data ? flightsPassed(data.items, now) : 0;
  const figure = (value: number) => largeFigure(value, i18n.language);
  return (
    <>
      <p>
        <span className="tabular mr-1 font-serif text-xl">{figure(landedToday(now))}</span>{' '}
        {t('landings.text', { total: figure(LANDINGS_PER_DAY) })}
      </p>
      {own > 0 && <p className="mt-1">{t('landings.own', { count: own })}</p>}
      <p className="mt-1 text-xs text-ink-2">{t('landings.note')}</p>
    </>
  );
}
