import { useTranslation } from 'react-i18next';
import { Redirect, useParams, useSearch } from 'wouter';
import { KeptSessions } from '#web/features/downloads/components/kept-sessions.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { Filters } from './components/filters.tsx';
import { SearchField } from './components/search-field.tsx';
import { Wall } from './components/wall.tsx';
import { categoryOf, searchOf, sortOf } from './model.ts';

/** The content library: every session, or those of one category. */
export default function LibraryPage() {
  const { t } = useTranslation('library');
  const { category: segment } = useParams<{ category?: string }>();
  const category = categoryOf(segment);
  const query = useSearch();
  const sort = sortOf(query);
  const search = searchOf(query);
  const title = category ? t(`titleOf.${category}`) : t('title');
  usePageTitle(title);
  if (category === undefined) return <Redirect to={paths.library()} replace />;
  const choice = { category, sort, search };
  return (
    <Page>
      {/* Whoever searches has come for what is found. */}
      <PageHeading
        title={title}
        lead={search === '' && (category ? t(`leadOf.${category}`) : t('lead'))}
      />
      <SearchField choice={choice} />
      <Filters choice={choice} />
      {category === null && search === '' && <KeptSessions />}
      <Wall choice={choice} />
    </Page>
  );
}
