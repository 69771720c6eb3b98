import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { addressOf, CATEGORIES, type Choice, SORTS } from '../model.ts';

const PILL =
  'inline-flex min-h-11 items-center rounded-full border border-edge px-4 transition-colors hover:border-ink ' +
  'aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-on-ink';
const WORD =
  'inline-flex min-h-11 items-center text-ink-2 underline-offset-8 hover:underline ' +
  'aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-horizon aria-[current]:decoration-2';

/** Which sessions and in which order. Links, so that each choice has an address and the way back works. */
export function Filters({ choice: chosen }: { choice: Choice }) {
  const { category, sort } = chosen;
  const { t } = useTranslation('library');
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <nav aria-label={t('filter.label')}>
        <ul className="flex flex-wrap gap-2">
          {([null, ...CATEGORIES] as const).map((choice) => (
            <li key={choice ?? 'all'}>
              <Link
                href={addressOf({ ...chosen, category: choice })}
                aria-current={choice === category ? 'page' : undefined}
                className={PILL}
              >
                {t(`filter.${choice ?? 'all'}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={t('sort.label')}>
        <ul className="flex flex-wrap gap-x-6">
          {SORTS.map((choice) => (
            <li key={choice}>
              <Link
                href={addressOf({ ...chosen, sort: choice })}
                aria-current={choice === sort ? 'true' : undefined}
                className={WORD}
              >
                {t(`sort.${choice}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
