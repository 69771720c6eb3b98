import { Redirect, useParams, useSearch } from 'wouter';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { useIsFlightDay } from '#web/features/flights/hooks/use-flight-day.ts';
import { LibraryFilters } from './components/filters.tsx';
import { DownloadedSessions } from './components/downloaded-sessions.tsx';
import { LazySearchAnswers } from './components/lazy-search-answers.tsx';
import { PlaceAndFearFilters, SeatSessions } from './components/places.tsx';
import { SearchField } from './components/search-field.tsx';
import { SessionGrid } from './components/session-grid.tsx';
import {
  parseCategory,
  parseFearParam,
  parseSituationOrSeatParam,
  parseSearchTerm,
  parseSort,
} from './model.ts';

/** The content library: every session, or those of one category. */
export default function LibraryPage() {
  const { t } = useTranslation('library');
  const { category: segment } = useParams<{ category?: string }>();
  const category = parseCategory(segment);
  const query = useSearch();
  const sort = parseSort(query);
  const search = parseSearchTerm(query);
  const situationOrSeat = search === '' ? parseSituationOrSeatParam(query) : null;
  const fear = search === '' ? parseFearParam(query) : null;
  const isFlightDay = useIsFlightDay();
  const title = category ? t(`titleOf.${category}`) : t('title');
  usePageTitle(title);
  if (category === undefined) return <Redirect to={paths.library()} replace />;
  const choice = { category, situationOrSeat, fear, sort, search };
  const isWhole = !category && !situationOrSeat && !fear && search === '';
  return (
    <Page>
      {/* The first titles stand on the first screen: on a laptop the search is beside the heading. */}
      <div className="laptop:flex laptop:items-end laptop:justify-between laptop:gap-x-16">
        <div className="max-sm:-mb-3">
          <PageHeading
            title={title}
            lead={
              search === '' && (
                <span className="max-sm:hidden laptop:hidden">
                  {category ? t(`leadOf.${category}`) : t('lead')}
                </span>
              )
            }
          />
        </div>
        {!isFlightDay && <SearchField choice={choice} />}
      </div>
      {isFlightDay && (
        <>
          {isWhole && <SeatSessions />}
          <PlaceAndFearFilters choice={choice} pinned />
          <SearchField choice={choice} />
        </>
      )}
      <LibraryFilters choice={choice} />
      {!isFlightDay && <PlaceAndFearFilters choice={choice} pinned={false} />}
      {isWhole && <DownloadedSessions />}
      {search !== '' && <LazySearchAnswers search={search} />}
      <SessionGrid choice={choice} />
    </Page>
  );
}
