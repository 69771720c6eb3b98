import { FLIGHT_NEARNESS_OPTIONS, TONIGHT_FEARS } from '#shared/rules/tonight.ts';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';

const MOMENTS = ['wake', 'gate', 'seat'] as const;

/** The card for the way to the flight: three moments, and one thing to do in each for every fear chosen. Shown by the script. */
export function TravelCopingCard() {
  const { t } = useTranslation('tonight');
  return (
    <section
      data-part="card"
      hidden
      aria-labelledby="card"
      // Only the words, while they are said.
      className="[:has([data-toggle][data-playing])>&]:hidden max-w-2xl rounded-3xl border border-line bg-raised px-5 py-5 sm:px-8 sm:py-7"
    >
      <h2 id="card" className="text-2xl sm:text-3xl">
        {FLIGHT_NEARNESS_OPTIONS.map((when) => (
          <span key={when} data-when={when} hidden>
            {t(`card.title.${when}`)}
          </span>
        ))}
      </h2>
      {TONIGHT_FEARS.map((fear) => (
        <div key={fear} data-card-of={fear} hidden className="mt-4">
          <h3 className="mb-2 font-sans text-base font-medium">{t(`fear.${fear}`)}</h3>
          <dl className="border-t border-line">
            {MOMENTS.map((moment) => (
              <div
                key={moment}
                className="border-b border-line py-3 sm:grid sm:grid-cols-[9rem_1fr]"
              >
                <dt className="text-ink-2">{t(`card.moments.${moment}`)}</dt>
                <dd className="font-serif text-xl leading-snug">{t(`card.${fear}.${moment}`)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      <p className="mt-3 text-sm text-ink-2">{t('card.kept')}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button data-replay="" className="max-sm:w-full">
          {t('card.again')}
        </Button>
        <HelpButton className="max-sm:w-full" />
        <button
          type="button"
          data-forget=""
          className="inline-flex min-h-11 items-center px-2 text-sm text-ink-2 underline-offset-4 hover:underline"
        >
          {t('card.forget')}
        </button>
      </div>
    </section>
  );
}
