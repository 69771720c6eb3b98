import { Link, useSearch } from 'wouter';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { ProgramEditor } from './components/program-editor.tsx';
import { ProgramList } from './components/program-list.tsx';
import { EMPTY_STUDIO_PROGRAM } from './model.ts';
import { useStudioProgram } from './queries.ts';

/** `/admin/programs`: the list of programs, or the program that the URL's `id` names. */
export default function StudioProgramsPage() {
  const id = new URLSearchParams(useSearch()).get('id');
  if (id === null) return <ProgramList />;
  return id === 'new' ? <NewProgram /> : <EditedProgram key={id} id={id} />;
}

function BackToPrograms() {
  const { t } = useTranslation('studio-programs');
  return (
    <Link
      href={paths.studioPrograms()}
      className="-ml-1.5 inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-2"
    >
      <Icon name="back" className="size-5" />
      {t('title')}
    </Link>
  );
}

function NewProgram() {
  const { t } = useTranslation('studio-programs');
  return (
    <StudioFrame page="programs" place="new" title={t('addTitle')} above={<BackToPrograms />}>
      <ProgramEditor program={EMPTY_STUDIO_PROGRAM} />
    </StudioFrame>
  );
}

function EditedProgram({ id }: { id: string }) {
  const { t, i18n } = useTranslation(['studio-programs', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useStudioProgram(id);
  const title = data?.source.texts[i18n.language === 'fr' ? 'fr' : 'en'].title || data?.slug;
  return (
    <StudioFrame
      page="programs"
      place={id}
      title={title ?? t('studio-programs:title')}
      above={<BackToPrograms />}
    >
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={6} shape="line" label={t('ui:loading')} />}
      {data && <ProgramEditor program={data} />}
    </StudioFrame>
  );
}
