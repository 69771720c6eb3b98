import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moved } from '#shared/rules/ladder.ts';
import { LastDay } from '#web/features/flights/components/last-day.tsx';
import { nextStepId, type Step } from '../model.ts';
import { useHeldRung } from '../store.ts';
import { Rung } from './rung.tsx';
import { useStepName } from './step-name.ts';

/** The rungs in the person's own order, to be moved by hand or by two buttons each. */
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
  const nameOf = useStepName();
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');

  const focus = useRef<string | null>(null);
  useEffect(() => {
    // A row that moves in the page may lose the focus with it.
    if (focus.current) list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = null;
  });

  const keep = (order: Step[], step: Step) => {
    setSaid(
      t('list.moved', {
        name: nameOf(step),
        place: order.findIndex(({ id }) => id === step.id) + 1,
        total: order.length,
      }),
    );
    save(order);
  };
  const { heldId, shown, take } = useHeldRung(list, steps, keep);
  const next = nextStepId(shown);
  const move = (step: Step, by: 1 | -1) => {
    const from = steps.indexOf(step);
    const order = moved(steps, from, by);
    const atEnd = by < 0 ? from + by === 0 : from + by === steps.length - 1;
    const button = by < 0 === !atEnd ? 'up' : 'down';
    focus.current = `[data-step="${step.id}"] [data-move="${button}"]`;
    keep(order, step);
  };
  return (
    <>
      {next !== null && <LastDay>{t('lastDay')}</LastDay>}
      <ol ref={list}>
        {shown.map((step, index) => (
          <Rung
            key={step.id}
            step={step}
            place={index + 1}
            last={index === shown.length - 1}
            proposed={step.id === next}
            held={heldId === step.id}
            sorting={sorting ? { move, edit, take } : null}
          />
        ))}
      </ol>
      {next === null && <p className="mt-4 text-ink-2">{t('list.all')}</p>}
      <output className="sr-only">{said}</output>
    </>
  );
}
