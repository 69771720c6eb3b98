import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { Announcements, DragEndEvent, Modifier, UniqueIdentifier } from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveItem } from '#shared/rules/ladder.ts';
import { LastDayNotice } from '#web/features/flights/components/last-day.tsx';
import { useStepName } from '../hooks/use-step-name.ts';
import { findNextStepId, type Step } from '../model.ts';
import { StepRow } from './step-row.tsx';

/** Restricts dragging to up and down. */
const vertically: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** The steps in the person's order, sortable by dragging, by keyboard or by two buttons each. */
export function LadderList({
  steps,
  sorting,
  save,
  edit,
}: {
  steps: Step[];
  sorting: boolean;
  save: (steps: Step[]) => void;
  edit: (step: Step) => void;
}) {
  const { t } = useTranslation('ladder');
  const getStepName = useStepName();
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const focus = useRef<string | null>(null);
  useEffect(() => {
    // A row that moves in the DOM may lose the focus.
    if (focus.current) list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = null;
  });

  /** The place of the dragged step that was announced last. */
  const placeSaid = useRef(-1);
  const next = findNextStepId(steps);
  const findPosition = (id: UniqueIdentifier) => steps.findIndex((step) => step.id === id);
  /** What is said aloud of a step and the place it is at, or would be at. */
  const sentence = (
    key: 'list.taken' | 'list.over' | 'list.moved' | 'list.back',
    id: UniqueIdentifier,
    place: number,
  ) => {
    const step = steps[findPosition(id)];
    return step && t(key, { name: getStepName(step), place: place + 1, total: steps.length });
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      placeSaid.current = findPosition(active.id);
      return sentence('list.taken', active.id, placeSaid.current);
    },
    onDragOver: ({ active, over }) => {
      // A step that was just picked up is over itself, which would replace that it was.
      if (!over || findPosition(over.id) === placeSaid.current) return undefined;
      placeSaid.current = findPosition(over.id);
      return sentence('list.over', active.id, placeSaid.current);
    },
    onDragEnd: ({ active, over }) =>
      sentence('list.moved', active.id, findPosition(over?.id ?? active.id)),
    onDragCancel: ({ active }) => sentence('list.back', active.id, findPosition(active.id)),
  };
  const drop = ({ active, over }: DragEndEvent) => {
    const from = findPosition(active.id);
    const by = over ? findPosition(over.id) - from : 0;
    if (by !== 0) save(moveItem(steps, from, by));
  };
  const move = (step: Step, by: 1 | -1) => {
    const from = steps.indexOf(step);
    const atEnd = by < 0 ? from + by === 0 : from + by === steps.length - 1;
    const button = by < 0 === !atEnd ? 'up' : 'down';
    focus.current = `[data-step="${step.id}"] [data-move="${button}"]`;
    setSaid(sentence('list.moved', step.id, from + by) ?? '');
    save(moveItem(steps, from, by));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[vertically]}
      onDragEnd={drop}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('list.dragHow') },
      }}
    >
      {next !== null && <LastDayNotice>{t('lastDay')}</LastDayNotice>}
      <SortableContext
        items={steps.map(({ id }) => id)}
        strategy={verticalListSortingStrategy}
        disabled={!sorting}
      >
        <ol ref={list}>
          {steps.map((step, index) => (
            <StepRow
              key={step.id}
              step={step}
              place={index + 1}
              last={index === steps.length - 1}
              proposed={step.id === next}
              sorting={sorting ? { move, edit } : null}
            />
          ))}
        </ol>
      </SortableContext>
      {next === null && <p className="mt-4 text-ink-2">{t('list.all')}</p>}
      <output className="sr-only">{said}</output>
    </DndContext>
  );
}
