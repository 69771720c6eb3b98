import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import type { Journey } from '../engine/journey.ts';

/** The debrief, whose code and words are loaded at the end of a flight. */
const FlightRecordPrompt = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('./flight-record-prompt.tsx'),
    loadCatalogueGroup('practice'),
  ]);
  return module.FlightRecordPrompt;
});

/** Fetches what the end of a flight shows, which may come without a network. */
export function preloadFlightSummary(): void {
  void FlightRecordPrompt.preload();
}

/** After the flight: the fear on the way, what was expected beside what happened, the way back. */
export function FlightSummaryView({ journey, leave }: { journey: Journey; leave: () => void }) {
  const { t } = useTranslation('flight');
  const isPractice = journey.practiceSpeed !== null;
  return (
    <div className="flex grow flex-col gap-8 pt-4">
      <div>
        <h1 className="text-4xl">{t(isPractice ? 'done.practice' : 'done.title')}</h1>
      </div>
      {(isPractice || !journey.flightId) && journey.fears.length > 0 && (
        <section aria-labelledby="fears">
          <h2 id="fears" className="text-xl">
            {t('done.fears')}
          </h2>
          <ol className="mt-3">
            {journey.fears.map(({ phase, at, fear }) => (
              <li key={at} className="flex items-baseline gap-4 border-t border-line py-2.5">
                <span className="min-w-0 grow">{t(`phases.${phase}.name`)}</span>
                <span
                  aria-hidden="true"
                  style={{ width: `${fear * 0.6}rem` }}
                  className="h-0.5 shrink-0 self-center bg-horizon"
                />
                <span className="tabular w-6 shrink-0 text-right font-serif text-xl">{fear}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {!isPractice && journey.flightId && <FlightRecordPrompt journey={journey} />}
      <div className="mt-auto grid gap-3 pb-4">
        {isPractice ? (
          <Button onClick={leave}>{t('done.again')}</Button>
        ) : (
          <Link href={paths.home()} asChild onClick={leave}>
            <ButtonLink>{t('done.home')}</ButtonLink>
          </Link>
        )}
      </div>
    </div>
  );
}
