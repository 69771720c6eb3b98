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
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icons.tsx';

/** What the controls are called, and what is said aloud of an item and its place (from 1). */
export interface SortableListTexts {
  up: (name: string) => string;
  down: (name: string) => string;
  drag: (name: string) => string;
  /** What an item is, such as `draggable step`. */
  draggable: string;
  how: string;
  say: (what: 'taken' | 'over' | 'moved' | 'back', name: string, place: number) => string;
}

interface SortableItem {
  id: string;
}

interface SortableListProps<Item extends SortableItem> {
  items: readonly Item[];
  texts: SortableListTexts;
  getName: (item: Item) => string;
  onSort: (items: Item[]) => void;
  /** Renders the content of a row: its place from 1, and the controls that move it, null while nothing is sorted. */
  children: (item: Item, place: number, controls: ReactNode) => ReactNode;
  isSorting?: boolean;
  rowClass?: string;
}

/** Restricts dragging to up and down. */
const restrictToVertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** An ordered list that is sorted by dragging, by keyboard or by two buttons in each row. */
export function SortableList<Item extends SortableItem>({
  items,
  texts,
  getName,
  onSort,
  children,
  isSorting = true,
  rowClass = '',
}: SortableListProps<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(
    useSensor(PointerSensor),
    // A smooth scroll that is still under way when the next key is pressed ends short of its aim.
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      scrollBehavior: 'instant',
    }),
  );

  const focus = useRef<string | null>(null);
  useEffect(() => {
    // A row that moves in the DOM may lose the focus.
    if (focus.current) list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = null;
  });

  /** The place of the dragged item that was announced last. */
  const placeSaid = useRef(-1);
  const findPosition = (id: UniqueIdentifier) => items.findIndex((item) => item.id === id);
  const say = (
    what: Parameters<SortableListTexts['say']>[0],
    id: UniqueIdentifier,
    position: number,
  ) => {
    const item = items[findPosition(id)];
    return item && texts.say(what, getName(item), position + 1);
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      placeSaid.current = findPosition(active.id);
      return say('taken', active.id, placeSaid.current);
    },
    onDragOver: ({ active, over }) => {
      // An item that was just picked up is over itself, which would replace that it was.
      if (!over || findPosition(over.id) === placeSaid.current) return undefined;
      placeSaid.current = findPosition(over.id);
      return say('over', active.id, placeSaid.current);
    },
    onDragEnd: ({ active, over }) => say('moved', active.id, findPosition(over?.id ?? active.id)),
    onDragCancel: ({ active }) => say('back', active.id, findPosition(active.id)),
  };
  const drop = ({ active, over }: DragEndEvent) => {
    const from = findPosition(active.id);
    const to = over ? findPosition(over.id) : from;
    if (to !== from) onSort(arrayMove([...items], from, to));
  };
  const move = (id: string, by: 1 | -1) => {
    const from = findPosition(id);
    const atEnd = by < 0 ? from + by === 0 : from + by === items.length - 1;
    const button = by < 0 === !atEnd ? 'up' : 'down';
    focus.current = `[data-item="${id}"] [data-move="${button}"]`;
    setSaid(say('moved', id, from + by) ?? '');
    onSort(arrayMove([...items], from, from + by));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVertical]}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: texts.how } }}
    >
      <SortableContext
        items={items.map(({ id }) => id)}
        strategy={verticalListSortingStrategy}
        disabled={!isSorting}
      >
        <ol ref={list}>
          {items.map((item, index) => (
            <Row
              key={item.id}
              id={item.id}
              name={getName(item)}
              texts={texts}
              isFirst={index === 0}
              isLast={index === items.length - 1}
              move={isSorting ? move : null}
              className={rowClass}
            >
              {(controls) => children(item, index + 1, controls)}
            </Row>
          ))}
        </ol>
      </SortableContext>
      <output className="sr-only">{said}</output>
    </DndContext>
  );
}

function Row({
  id,
  name,
  texts,
  isFirst,
  isLast,
  move,
  className,
  children,
}: {
  id: string;
  name: string;
  texts: SortableListTexts;
  isFirst: boolean;
  isLast: boolean;
  move: ((id: string, by: 1 | -1) => void) | null;
  className: string;
  children: (controls: ReactNode) => ReactNode;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, ...drag } = useSortable({
    id,
    attributes: { roleDescription: texts.draggable },
  });
  const { transform, transition, isDragging } = drag;
  return (
    <li
      ref={setNodeRef}
      data-item={id}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`${className} ${isDragging ? 'relative z-10 bg-sunk' : ''}`}
    >
      {children(
        move && (
          <>
            <IconButton
              data-move="up"
              label={texts.up(name)}
              disabled={isFirst}
              onClick={() => move(id, -1)}
            >
              <Icon name="chevron-up" />
            </IconButton>
            <IconButton
              data-move="down"
              label={texts.down(name)}
              disabled={isLast}
              onClick={() => move(id, 1)}
            >
              <Icon name="chevron-down" />
            </IconButton>
            <IconButton
              {...attributes}
              {...listeners}
              ref={setActivatorNodeRef}
              data-drag=""
              label={texts.drag(name)}
              className="cursor-grab touch-none text-ink-2 active:cursor-grabbing"
            >
              <Icon name="menu" />
            </IconButton>
          </>
        ),
      )}
    </li>
  );
}
