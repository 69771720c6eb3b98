import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { isStepPractised, type Step } from '../model.ts';
import { getKindKey, useStepName } from '../hooks/use-step-name.ts';

export interface Sorting {
  move: (step: Step, by: 1 | -1) => void;
  edit: (step: Step) => void;
}

const PART =
  "relative pl-3 before:absolute before:left-1 before:font-normal before:text-ink-2 before:content-['·']";

/** One step in the list of the ladder with its number of attempts; while sorting, its controls to move and edit. */
export function StepRow({
  step,
  place,
  last,
  proposed,
  sorting,
}: {
  step: Step;
  place: number;
  last: boolean;
  proposed: boolean;
  sorting: Sorting | null;
}) {
  const { t } = useTranslation('ladder');
  const name = useStepName()(step);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, ...drag } = useSortable({
    id: step.id,
    attributes: { roleDescription: t('list.draggable') },
  });
  const { transform, transition, isDragging } = drag;
  const practised = isStepPractised(step);
  const words = (
    <>
      <span className="block leading-snug">{name}</span>
      {/* Clips the separator dot at the start of a line. */}
      <span className="mt-1 block overflow-x-clip text-sm text-ink-2">
        <span className="-ml-3 flex flex-wrap">
          {proposed && !sorting && (
            <span className={`font-medium text-load ${PART}`}>{t('list.next')} </span>
          )}
          <span className={PART}>{t(`kind.${getKindKey(step.material)}`)} </span>
          <span className={PART}>
            {practised ? t('list.practised') : t('list.tried', { count: step.attempts.length })}
          </span>
        </span>
      </span>
    </>
  );
  return (
    <li
      ref={setNodeRef}
      data-step={step.id}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex flex-wrap items-center gap-x-2 border-t border-line first:border-t-0 ${isDragging ? 'relative z-10 bg-sunk' : ''}`}
    >
      <span
        aria-hidden="true"
        className={`tabular w-8 shrink-0 font-serif text-xl ${practised ? 'text-flow' : 'text-ink-2'}`}
      >
        {practised ? <Icon name="check" className="size-6" /> : place}
      </span>
      {sorting ? (
        <>
          <span className="min-w-0 flex-1 basis-44 py-3">{words}</span>
          <StepTools step={step} name={name} first={place === 1} last={last} sorting={sorting}>
            <IconButton
              {...attributes}
              {...listeners}
              ref={setActivatorNodeRef}
              data-drag=""
              label={t('list.drag', { name })}
              className="cursor-grab touch-none text-ink-2 active:cursor-grabbing"
            >
              <Icon name="menu" />
            </IconButton>
          </StepTools>
        </>
      ) : (
        <Link
          href={paths.ladder(step.id)}
          className="group flex min-h-16 min-w-0 flex-1 items-center gap-3 py-3"
        >
          <span className="min-w-0 flex-1 group-hover:underline">{words}</span>
          <Icon name="chevron-right" className="size-5 shrink-0 text-ink-2" />
        </Link>
      )}
    </li>
  );
}

function StepTools({
  step,
  name,
  first,
  last,
  sorting: { move, edit },
  children,
}: {
  step: Step;
  name: string;
  first: boolean;
  last: boolean;
  sorting: Sorting;
  /** The handle to drag it by. */
  children: ReactNode;
}) {
  const { t } = useTranslation('ladder');
  return (
    <span className="ml-auto flex flex-wrap justify-end">
      <IconButton label={t('list.change', { name })} onClick={() => edit(step)}>
        <Icon name="edit" />
      </IconButton>
      <IconButton
        data-move="up"
        label={t('list.up', { name })}
        disabled={first}
        onClick={() => move(step, -1)}
      >
        <Icon name="chevron-up" />
      </IconButton>
      <IconButton
        data-move="down"
        label={t('list.down', { name })}
        disabled={last}
        onClick={() => move(step, 1)}
      >
        <Icon name="chevron-down" />
      </IconButton>
      {children}
    </span>
  );
}
