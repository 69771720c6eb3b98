import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useTranslation } from '#web/lib/translation.ts';
import { buildLibraryUrl, SESSION_CATEGORIES, type LibraryFilter, listSorts } from '../model.ts';

export const FILTER_LINK_CLASS_NAME =
  'inline-flex min-h-11 items-center rounded-full border border-edge px-4 whitespace-nowrap transition-colors hover:border-ink ' +
  'aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-on-ink';
const WORD =
  'inline-flex min-h-11 items-center text-ink-2 underline-offset-8 hover:underline ' +
  'aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-horizon aria-[current]:decoration-2';

const CHOICES = [null, ...SESSION_CATEGORIES] as const;

/**
 * The library's filters by category and sort order. They are links, so that each choice has a URL and going back works.
 */
export function LibraryFilters({ choice: chosen }: { choice: LibraryFilter }) {
  const { category, sort } = chosen;
  const { t } = useTranslation('library');
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = row.current?.children[CHOICES.indexOf(category)];
    if (row.current && current instanceof HTMLElement)
      row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 20;
  }, [category]);
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-1 sm:mb-8 sm:gap-y-3">
      <nav
        aria-label={t('filter.label')}
        className="min-w-0 max-sm:-mx-5 max-sm:basis-[calc(100%+2.5rem)]"
      >
        {/* On a phone one row that scrolls sideways, with room for the focus ring. */}
        <ul
          ref={row}
          className="flex gap-2 max-sm:overflow-x-auto max-sm:px-5 max-sm:py-1.5 max-sm:[scrollbar-width:none] max-sm:[mask-image:linear-gradient(to_right,transparent,#000_1.25rem,#000_calc(100%-2.5rem),transparent)] sm:flex-wrap"
        >
          {CHOICES.map((choice) => (
            <li key={choice ?? 'all'}>
              <Link
                href={buildLibraryUrl({ ...chosen, category: choice })}
                aria-current={choice === category ? 'page' : undefined}
                className={FILTER_LINK_CLASS_NAME}
              >
                {t(`filter.${choice ?? 'all'}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={t('sort.label')}>
        <ul className="flex flex-wrap gap-x-6">
          {listSorts(chosen).map((choice) => (
            <li key={choice}>
              <Link
                href={buildLibraryUrl({ ...chosen, sort: choice })}
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
