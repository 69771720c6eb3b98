import { useSearch } from 'wouter';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { BackLink } from '#web/features/admin/components/place-links.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
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

function NewProgram() {
  const { t } = useTranslation('studio-programs');
  return (
    <StudioFrame
      page="programs"
      place="new"
      title={t('addTitle')}
      above={<BackLink href={paths.studioPrograms()}>{t('title')}</BackLink>}
    >
      <ProgramEditor program={EMPTY_STUDIO_PROGRAM} />
    </StudioFrame>
  );
}

function EditedProgram({ id }: { id: string }) {
  const { t, i18n } = useTranslation(['studio-programs']);
  const { data, error, refetch } = useStudioProgram(id);
  const title = data?.source.texts[i18n.language === 'fr' ? 'fr' : 'en'].title || data?.slug;
  return (
    <StudioFrame
      page="programs"
      place={id}
      title={title ?? t('studio-programs:title')}
      above={<BackLink href={paths.studioPrograms()}>{t('studio-programs:title')}</BackLink>}
    >
      <LoadState data={data} error={error} refetch={refetch} count={6} />
      {data && <ProgramEditor program={data} />}
    </StudioFrame>
  );
}
