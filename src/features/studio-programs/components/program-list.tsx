import { Link } from 'wouter';
import type { ListedProgram } from '#shared/contract/admin-programs.ts';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useSortableListTexts } from '../hooks/use-sortable-list-texts.ts';
import { useReorderPrograms, useStudioPrograms } from '../queries.ts';

/** The sortable list of all programs, in the order in which people see them. */
export function ProgramList() {
  const { t } = useTranslation(['studio-programs', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useStudioPrograms();
  return (
    <StudioFrame
      page="programs"
      title={t('studio-programs:title')}
      lead={t('studio-programs:lead')}
      action={
        <Link href={paths.studioProgram('new')} asChild>
          <ButtonLink icon={<Icon name="plus" className="size-5" />}>
            {t('studio-programs:add')}
          </ButtonLink>
        </Link>
      }
    >
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={5} shape="line" label={t('ui:loading')} />}
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
