import {
  FLIGHT_NEARNESS_OPTIONS,
  TONIGHT_FEARS,
  TONIGHT_SESSION_IDS,
} from '#shared/rules/tonight.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';

/** When the flight is, how to listen, and what frightens most: the last one opens the session at once. */
export function TonightChoices() {
  const { t } = useTranslation('tonight');
  return (
    <section
      data-part="choices"
      className="grid max-w-xl grid-cols-1 gap-y-5 phone-low:gap-y-3 side:max-w-none side:grid-cols-2 side:gap-x-10 wide:max-w-none wide:grid-cols-[1fr_1.2fr] wide:gap-x-20"
    >
      <div>
        <h1 className="text-4xl text-balance wide:text-5xl">{t('title')}</h1>
        {/* For visitors alone (theme.css). */}
        <p data-visitor="" className="mt-2 text-ink-2 wide:mt-4 wide:text-lg">
          {t('lead')}
        </p>
        {/* Without scripts there is nothing that could follow them. */}
        <div data-scripted="" className="invisible mt-5 grid gap-3 phone-low:mt-3 wide:mt-10">
          <Segments
            name="when"
            legend={t('when.legend')}
            choices={FLIGHT_NEARNESS_OPTIONS.map((value) => [value, t(`when.${value}`)])}
            chosen="tomorrow"
          />
          <Segments
            name="how"
            legend={t('how.legend')}
            choices={(['aloud', 'silent'] as const).map((value) => [value, t(`how.${value}`)])}
            chosen="aloud"
          />
        </div>
      </div>
      <div>
        <h2 className="font-sans text-base font-medium wide:text-lg">{t('fear.legend')}</h2>
        <ul className="mt-1 border-t border-line">
          {TONIGHT_FEARS.map((fear) => (
            <li key={fear} className="border-b border-line">
              <a
                href={paths.shared(TONIGHT_SESSION_IDS[fear])}
                data-fear={fear}
                className="flex min-h-15 items-center justify-between gap-[min(1rem,4vw)] py-2 font-serif text-[min(var(--text-3xl),10vw)] leading-tight font-medium transition-opacity hover:opacity-80 aria-busy:opacity-55 wide:min-h-20"
              >
                {t(`fear.${fear}`)}
                <Icon
                  name="chevron-right"
                  className="size-[min(1.5rem,24px)] shrink-0 text-ink-2"
                />
              </a>
            </li>
          ))}
        </ul>
        <output className="block">
          <span data-part="unopened" hidden className="mt-4 block max-w-prose">
            {t('unopened')}
          </span>
        </output>
        <p className="mt-4 max-w-prose text-sm text-ink-2">{t('note')}</p>
        <p className="mt-4 max-w-prose text-sm text-ink-2">
          {t('signs.text')}{' '}
          <a href="/help#emergency" className="text-link -my-2.5 inline-block py-2.5">
            {t('signs.numbers')}
          </a>
        </p>
        <a href="/read/thinking-of-cancelling" className="text-link inline-block py-2.5 text-sm">
          {t('cancelling')}
        </a>
      </div>
    </section>
  );
}

/** Radio buttons in one line; the chosen one is filled. */
function Segments({
  name,
  legend,
  choices,
  chosen,
}: {
  name: string;
  legend: string;
  choices: readonly (readonly [string, string])[];
  chosen: string;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium wide:text-lg">{legend}</legend>
      <div className="flex flex-wrap gap-1 rounded-3xl border border-edge p-1">
        {choices.map(([value, label]) => (
          <label
            key={value}
            className="grid min-h-11 grow cursor-pointer place-items-center rounded-full px-[min(0.75rem,3vw)] text-center leading-tight transition-colors has-checked:bg-ink has-checked:text-on-ink has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-load"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
