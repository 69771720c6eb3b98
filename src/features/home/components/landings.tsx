import { useTranslation } from 'react-i18next';
import { landedToday, LANDINGS_PER_DAY, largeFigure } from '#web/features/landing/model.ts';
import { useNow } from './use-now.ts';

/** Slow enough to be read in peace; about six flights land meanwhile. */
const CALM_MS = 5_000;

/** How many flights have landed today. It counts from the clock and is never announced: nobody has to hear it tick. */
export function Landings() {
  const { t, i18n } = useTranslation('home');
  const now = useNow(CALM_MS);
  const figure = (value: number) => largeFigure(value, i18n.language);
  return (
    <>
      <p>
        <span className="tabular mr-1 font-serif text-xl">{figure(landedToday(now))}</span>{' '}
        {t('landings.text', { total: figure(LANDINGS_PER_DAY) })}
      </p>
      <p className="mt-1 text-xs text-ink-2">{t('landings.note')}</p>
    </>
  );
}
