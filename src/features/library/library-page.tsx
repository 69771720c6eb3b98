import { useTranslation } from 'react-i18next';
import { Redirect, useParams, useSearch } from 'wouter';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { Filters } from './components/filters.tsx';
import { Wall } from './components/wall.tsx';
import { categoryOf, sortOf } from './model.ts';

/** The content library: every session, or those of one category. */
export default function LibraryPage() {
  const { t } = useTranslation('library');
  const { category: segment } = useParams<{ category?: string }>();
  const category = categoryOf(segment);
  const sort = sortOf(useSearch());
  const title = category ? t(`titleOf.${category}`) : t('title');
  usePageTitle(title);
  if (category === undefined) return <Redirect to={paths.library()} replace />;
  return (
    <Page>
      <PageHeading title={title} lead={category ? t(`leadOf.${category}`) : t('lead')} />
      <Filters category={category} sort={sort} />
      <Wall category={category} sort={sort} />
    </Page>
  );
}
