import { useEffect, useRef } from 'react';

/** Finds the page's main heading. */
export const findHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

/**
 * Scrolls to the top and focuses the heading when one page shows another step, but not on its first step.
 * `isFocusedElsewhere`: the step focuses a field of its own.
 */
export function useStepFocus(step: string, isFocusedElsewhere = false): void {
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current === step) return;
    previous.current = step;
    scrollTo(0, 0);
    const heading = isFocusedElsewhere ? null : findHeading();
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [step, isFocusedElsewhere]);
}
