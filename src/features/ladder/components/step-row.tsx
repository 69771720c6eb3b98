import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { isStepPractisedEnough, type LadderStep } from '../model.ts';
import { getStepKindKey, useFormatStepName } from '../hooks/use-step-name.ts';

const PART =
  "relative pl-3 before:absolute before:left-1 before:font-normal before:text-ink-2 before:content-['·']";

/** One step in the list of the ladder with its number of attempts; while sorting, its controls to move and edit. */
export function StepRow({
  step,
  place,
  proposed,
  controls,
  edit,
}: {
  step: LadderStep;
  place: number;
  proposed: boolean;
  /** What moves it; null while the list is not being sorted. */
  controls: ReactNode;
  edit: (step: LadderStep) => void;
}) {
  const { t } = useTranslation('ladder');
  const name = useFormatStepName()(step);
  const practised = isStepPractisedEnough(step);
  const words = (
    <>
      <span className="block leading-snug">{name}</span>
      {/* Clips the separator dot at the start of a line. */}
      <span className="mt-1 block overflow-x-clip text-sm text-ink-2">
        <span className="-ml-3 flex flex-wrap">
          {proposed && !controls && (
            <span className={`font-medium text-load ${PART}`}>{t('list.next')} </span>
          )}
          <span className={PART}>{t(`kind.${getStepKindKey(step.material)}`)} </span>
          <span className={PART}>
            {practised ? t('list.practised') : t('list.tried', { count: step.attempts.length })}
          </span>
        </span>
      </span>
    </>
  );
  return (
    <>
      <span
        aria-hidden="true"
        className={`tabular w-8 shrink-0 font-serif text-xl ${practised ? 'text-flow' : 'text-ink-2'}`}
      >
        {practised ? <Icon name="check" className="size-6" /> : place}
      </span>
      {controls ? (
        <>
          <span className="min-w-0 flex-1 basis-44 py-3">{words}</span>
          <span className="ml-auto flex flex-wrap justify-end">
            <IconButton label={t('list.change', { name })} onClick={() => edit(step)}>
              <Icon name="edit" />
            </IconButton>
            {controls}
          </span>
        </>
      ) : (
        <Link
          href={paths.ladder(step.id)}
          data-step={step.id}
          className="group flex min-h-16 min-w-0 flex-1 items-center gap-3 py-3"
        >
          <span className="min-w-0 flex-1 group-hover:underline">{words}</span>
          <Icon name="chevron-right" className="size-5 shrink-0 text-ink-2" />
        </Link>
      )}
    </>
  );
}
