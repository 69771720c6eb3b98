import { useTranslation } from '#web/lib/translation.ts';
import type { SortableListTexts } from '#web/ui/sortable-list.tsx';

/** Returns the translated texts that a sortable list of `total` rows announces. */
export function useSortableListTexts(total: number): SortableListTexts {
  const { t } = useTranslation('studio-programs');
  return {
    up: (name) => t('order.up', { name }),
    down: (name) => t('order.down', { name }),
    drag: (name) => t('order.drag', { name }),
    draggable: t('order.draggable'),
    how: t('order.how'),
    say: (what, name, place) => t(`order.${what}`, { name, place, total }),
  };
}
