import { NothingNewBeforeFlightNotice } from '#web/features/flights/components/nothing-new-notice.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { useFormatStepName } from '../hooks/use-step-name.ts';
import { findNextStepIdToPractise, type LadderStep } from '../model.ts';
import { StepRow } from './step-row.tsx';

/** The steps in the person's order, sortable by dragging, by keyboard or by two buttons each. */
export function LadderList({
  steps,
  sorting,
  save,
  edit,
}: {
  steps: LadderStep[];
  sorting: boolean;
  save: (steps: LadderStep[]) => void;
  edit: (step: LadderStep) => void;
}) {
  const { t } = useTranslation('ladder');
  const getStepName = useFormatStepName();
  const next = findNextStepIdToPractise(steps);
  return (
    <>
      {next !== null && <NothingNewBeforeFlightNotice>{t('lastDay')}</NothingNewBeforeFlightNotice>}
      <SortableList
        items={steps}
        isSorting={sorting}
        getName={getStepName}
        onSort={save}
        rowClass="flex flex-wrap items-center gap-x-2 border-t border-line first:border-t-0"
        texts={{
          up: (name) => t('list.up', { name }),
          down: (name) => t('list.down', { name }),
          drag: (name) => t('list.drag', { name }),
          draggable: t('list.draggable'),
          how: t('list.dragHow'),
          say: (what, name, place) => t(`list.${what}`, { name, place, total: steps.length }),
        }}
      >
        {(step, place, controls) => (
          <StepRow
            step={step}
            place={place}
            proposed={step.id === next}
            controls={controls}
            edit={edit}
          />
        )}
      </SortableList>
      {next === null && <p className="mt-4 text-ink-2">{t('list.all')}</p>}
    </>
  );
}
