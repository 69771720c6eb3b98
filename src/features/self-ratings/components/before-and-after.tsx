import type { SelfRatingName } from '#shared/rules/script.ts';
import { pairFirstAndLastSelfRatings, type SelfRating } from '#shared/rules/self-ratings.ts';
import { useTranslation } from '#web/lib/translation.ts';

/**
 * Shows the first and the last value of each rating that the listener gave in a session, side by side; nothing where
 * none was asked for twice.
 */
export function SelfRatingComparison(props: { selfRatings: readonly SelfRating[]; kept: boolean }) {
  const { t } = useTranslation('player');
  const numbers = pairFirstAndLastSelfRatings(props.selfRatings);
  if (numbers.length === 0) return null;
  const show = (name: SelfRatingName, value: number) =>
    name === 'sure' ? t('hold.sure.value', { value }) : value;
  const head = 'pt-1 text-left text-sm font-normal text-ink-2';
  const figure = 'tabular py-1.5 font-serif text-2xl';
  return (
    <section aria-labelledby="self-ratings" className="mt-4 mb-6 border-y border-line py-5">
      <h3 id="self-ratings" className="text-xl">
        {t('numbers.title')}
      </h3>
      <table className="mt-2 w-full max-w-md table-fixed">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t('numbers.title')}</span>
            </th>
            <th scope="col" className={head}>
              {t('numbers.before')}
            </th>
            <th scope="col" className={head}>
              {t('numbers.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {numbers.map(({ name, before, after }) => (
            <tr key={name} className="align-baseline">
              <th scope="row" className="pr-3 text-left font-medium break-words hyphens-auto">
                {t(`numbers.${name}`)}
              </th>
              <td className={figure}>{show(name, before)}</td>
              <td className={figure}>{show(name, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 max-w-prose text-sm text-ink-2">
        {t('numbers.detail')}
        {!props.kept && ` ${t('numbers.notKept')}`}
      </p>
    </section>
  );
}
