import { type RefObject, useEffect, useState } from 'react';
import { moved } from '#shared/rules/ladder.ts';
import { placeAt, type Step } from './model.ts';

/**
 * The rung that is in the hand, and the order it makes on the way. Heard on the window: a row that
 * moves within the page loses what it had captured.
 */
export function useHeldRung(
  list: RefObject<HTMLElement | null>,
  steps: Step[],
  keep: (order: Step[], step: Step) => void,
) {
  const [held, setHeld] = useState<{ step: Step; steps: Step[] } | null>(null);
  useEffect(() => {
    if (!held) return undefined;
    const events = new AbortController();
    const { signal } = events;
    const onMove = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
      const middles = rows
        .filter((row) => row.dataset['step'] !== held.step.id)
        .map((row) => row.getBoundingClientRect())
        .map(({ top, height }) => top + height / 2);
      const from = held.steps.indexOf(held.step);
      const by = placeAt(middles, clientY) - from;
      if (by !== 0) setHeld({ ...held, steps: moved(held.steps, from, by) });
    };
    const onUp = () => {
      setHeld(null);
      if (held.steps !== steps) keep(held.steps, held.step);
    };
    addEventListener('pointermove', onMove, { signal });
    addEventListener('pointerup', onUp, { signal });
    addEventListener('pointercancel', () => setHeld(null), { signal });
    return () => events.abort();
  }, [held, steps, list, keep]);
  return {
    heldId: held?.step.id ?? null,
    shown: held?.steps ?? steps,
    take: (step: Step) => setHeld({ step, steps }),
  };
}
