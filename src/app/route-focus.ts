import { useEffect, useRef } from 'react';

/**
 * After a change of page, takes the reader to its beginning: the top of the window for the eyes, the
 * main heading for the keyboard and the screen reader. The first page of a load is left alone.
 */
export function useRouteFocus(path: string): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return undefined;
    previous.current = path;
    scrollTo(0, 0);
    if (focusHeading()) return undefined;
    // The page may still be loading its code: wait for its heading, and for nothing else.
    const observer = new MutationObserver(() => {
      if (focusHeading()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [path]);
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
