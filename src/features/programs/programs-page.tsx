import { Link } from 'wouter';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ProgramsLoadError } from './components/load-failed.tsx';
import { ProgramRow } from './components/program-row.tsx';
import { usePrograms } from './queries.ts';

/** A desk has room for two programs side by side. */
const COLUMNS = 'wide:grid wide:grid-cols-2 wide:gap-x-20';

/** `/programs`: all programs with their progress. */
export default function ProgramsPage() {
  const { t } = useTranslation('programs');
  usePageTitle(t('title'));
  return (
    <Page>
      <PageHeading title={t('title')} lead={t('lead')} />
      <List />
    </Page>
  );
}

function List() {
  const { t } = useTranslation('programs');
  const { data, error, refetch } = usePrograms();
  if (!data)
    return error ? <ProgramsLoadError error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.items.length > 0)
    return (
      <ul className={`-my-7 ${COLUMNS}`}>
        {data.items.map((program) => (
          <ProgramRow key={program.id} program={program} />
        ))}
      </ul>
    );
  return (
    <EmptyState
      title={t('empty.title')}
      action={
        <Link href={paths.library()} asChild>
          <ButtonLink variant="secondary">{t('empty.action')}</ButtonLink>
        </Link>
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
}

function Loading() {
  const { t } = useTranslation('programs');
  return (
    <output aria-busy="true" data-skeleton={4} className={`block ${COLUMNS}`}>
      <span className="sr-only">{t('loading')}</span>
      {[1, 2, 3, 4].map((item) => (
        <span
          key={item}
          className="grid grid-cols-[min(4.5rem,22vw)_minmax(0,1fr)] gap-5 border-t border-line py-7 first:border-t-0 first:pt-0 sm:grid-cols-[6.5rem_minmax(0,1fr)] sm:gap-8"
        >
          <Skeleton className="window w-full" />
          <span className="grid content-start gap-3 pt-1">
            <Skeleton className="h-7 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-5 w-full" />
          </span>
        </span>
      ))}
    </output>
  );
}
