import { useEffect, useRef } from 'react';

/** Finds the page's main heading, `main h1`; null when there is none. */
export const findMainHeading = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main h1');

/**
 * When `step` changes within one page, scrolls to the top and focuses the main heading. With `isFocusedElsewhere` the
 * heading is left unfocused, because the step focuses a field.
 */
export function useFocusHeadingOnStepChange(step: string, isFocusedElsewhere = false): void {
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current === step) return undefined;
    previous.current = step;
    // Both compute the layout of the new step, which its first frame has to do in any case (decision 162).
    const frame = requestAnimationFrame(() => {
      scrollTo(0, 0);
      const heading = isFocusedElsewhere ? null : findMainHeading();
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [step, isFocusedElsewhere]);
}
