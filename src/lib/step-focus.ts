import { useEffect, useRef } from 'react';

/** Finds the page's main heading, `main h1`; null when there is none. */
export const findMainHeading = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main h1');

/** Focuses an element without scrolling, also one that is not focusable by default, such as a heading. */
export function focusElement(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Tells whether the focus has gone from one element to another: whoever is quick keeps it there. */
export const hasFocusLeft = (element: Element | null): boolean =>
  ![element, document.body].includes(document.activeElement);

/**
 * Scrolls to the top and focuses an element in the next frame, which computes the layout of a new step in any case
 * (decision 162). Returns a function that cancels it.
 */
export function focusInNextFrame(find: () => HTMLElement | null): () => void {
  const focused = document.activeElement;
  const frame = requestAnimationFrame(() => {
    scrollTo(0, 0);
    if (!hasFocusLeft(focused)) focusElement(find());
  });
  return () => cancelAnimationFrame(frame);
}

/**
 * When `step` changes within one page, scrolls to the top and focuses the main heading. With `isFocusedElsewhere` the
 * heading is left unfocused, because the step focuses a field.
 */
export function useFocusHeadingOnStepChange(step: string, isFocusedElsewhere = false): void {
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current === step) return undefined;
    previous.current = step;
    return focusInNextFrame(() => (isFocusedElsewhere ? null : findMainHeading()));
  }, [step, isFocusedElsewhere]);
}
