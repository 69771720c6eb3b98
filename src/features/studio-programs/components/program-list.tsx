import { Link } from 'wouter';
import type { ListedProgram } from '#shared/contract/admin-programs.ts';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { AddLink } from '#web/features/admin/components/place-links.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useSortableListTexts } from '../hooks/use-sortable-list-texts.ts';
import { useReorderPrograms, useStudioPrograms } from '../queries.ts';

/** The sortable list of all programs, in the order in which people see them. */
export function ProgramList() {
  const { t } = useTranslation(['studio-programs']);
  const { data, error, refetch } = useStudioPrograms();
  return (
    <StudioFrame
      page="programs"
      title={t('studio-programs:title')}
      lead={t('studio-programs:lead')}
      action={<AddLink href={paths.studioProgram('new')}>{t('studio-programs:add')}</AddLink>}
    >
      <LoadState data={data} error={error} refetch={refetch} count={5} />
      {data && <Ordered programs={data.programs} />}
    </StudioFrame>
  );
}

function Ordered({ programs }: { programs: ListedProgram[] }) {
  const { t } = useTranslation('studio-programs');
  const words = useSortableListTexts(programs.length);
  const describeError = useErrorMessage();
  const { toast } = useToast();
  const order = useReorderPrograms();
  const save = (sorted: ListedProgram[]) =>
    order.mutate(
      { seen: programs.map(({ id }) => id), order: sorted.map(({ id }) => id) },
      {
        onSuccess: () => toast({ title: t('ordered') }),
        onError: (error) => toast({ title: describeError(error) }),
      },
    );
  return (
    <SortableList
      items={programs}
      texts={words}
      getName={({ title }) => title}
      onSort={save}
      rowClass="flex items-center gap-x-2 border-t border-line last:border-b"
    >
      {({ id, title, isShown, lessons }, _place, controls) => (
        <>
          <Link
            href={paths.studioProgram(id)}
            className="group flex min-h-16 min-w-0 flex-1 flex-col justify-center py-2.5"
          >
            <span className="font-medium underline-offset-6 group-hover:underline">{title}</span>
            <span className="text-sm text-ink-2">
              {t('lessonCount', { count: lessons })} · {t(isShown ? 'shown' : 'hidden')}
            </span>
          </Link>
          <span className="flex shrink-0 max-sm:flex-wrap max-sm:justify-end">{controls}</span>
        </>
      )}
    </SortableList>
  );
}
