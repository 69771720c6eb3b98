import { useTranslation } from 'react-i18next';
import { Redirect, useParams, useSearch } from 'wouter';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { Filters } from './components/filters.tsx';
import { DownloadedSessions } from './components/downloaded-sessions.tsx';
import { SearchField } from './components/search-field.tsx';
import { SessionGrid } from './components/session-grid.tsx';
import { parseCategory, parseSearchTerm, parseSort } from './model.ts';

/** The content library: every session, or those of one category. */
export default function LibraryPage() {
  const { t } = useTranslation('library');
  const { category: segment } = useParams<{ category?: string }>();
  const category = parseCategory(segment);
  const query = useSearch();
  const sort = parseSort(query);
  const search = parseSearchTerm(query);
  const title = category ? t(`titleOf.${category}`) : t('title');
  usePageTitle(title);
  if (category === undefined) return <Redirect to={paths.library()} replace />;
  const choice = { category, sort, search };
  return (
    <Page>
      {/* Hidden during a search. */}
      <PageHeading
        title={title}
        lead={search === '' && (category ? t(`leadOf.${category}`) : t('lead'))}
      />
      <SearchField choice={choice} />
      <Filters choice={choice} />
      {category === null && search === '' && <DownloadedSessions />}
      <SessionGrid choice={choice} />
    </Page>
  );
}
