import { useTranslation } from 'react-i18next';
import { useParams } from 'wouter';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page } from '#web/ui/page.tsx';
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx';
import { ProgramFailed } from './components/load-failed.tsx';
import { ProgramView } from './components/program-view.tsx';
import { useProgram } from './queries.ts';

/** `/programs/:id`: one program and its lessons. */
export default function ProgramPage() {
  const { t } = useTranslation(['programs', 'ui']);
  const id = useParams<{ id: string }>().id ?? '';
  const { data, error, refetch } = useProgram(id);
  usePageTitle(data?.title ?? (error ? t('programs:notFound.title') : t('ui:loading')));
  if (data) return <ProgramView key={data.id} program={data} />;
  if (error) return <ProgramFailed error={error} retry={() => void refetch()} />;
  return (
    <Page>
      <Skeleton className="mt-2 h-10 w-3/5" />
      <Skeleton className="mt-5 h-6 w-4/5" />
      <Skeleton className="mt-8 mb-10 h-14 w-full max-w-md" />
      <SkeletonList count={4} label={t('programs:loadingOne')} />
    </Page>
  );
}
