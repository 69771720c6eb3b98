import { useEffect, useRef } from 'react';
import { keepPlace, placeOnReturn } from './place.ts';

/**
 * After a change of page, takes the reader to its beginning: the top of the window for the eyes, the
 * main heading for the keyboard and the screen reader; or to the section that the address names. Who goes
 * back comes to the place they left, and to the link they followed from there. The first page of a load is
 * left alone.
 */
export function useRouteFocus(path: string): void {
  const previous = useRef(path);
  useEffect(keepPlace, []);
  useEffect(() => {
    const left = previous.current;
    if (left === path) return undefined;
    previous.current = path;
    const place = placeOnReturn();
    if (place === null) scrollTo(0, 0);
    const arrive = () => {
      const link = place === null ? null : findLink(left);
      const section = place === null ? findSection() : null;
      section?.scrollIntoView({ behavior: 'instant' });
      const focused = focusOn(link ?? section ?? findHeading(), link !== null);
      // Gone back to, a page may come a part at a time: first its heading, then what was read of it.
      return place === null ? focused : reach(place) && link !== null;
    };
    return whenPossible(arrive);
  }, [path]);
}

/** How long a page may take to become as long as it was. */
const PATIENCE_MS = 4000;

/** Does it now, or as soon as the page has loaded what it takes; a person who scrolls or types is not led any more. */
function whenPossible(arrive: () => boolean): (() => void) | undefined {
  if (arrive()) return undefined;
  const observer = new MutationObserver(() => arrive() && stop());
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const own = ['wheel', 'touchmove', 'keydown'] as const;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of own) removeEventListener(event, stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of own) addEventListener(event, stop, { passive: true });
  return stop;
}

/** Scrolls to a place; false while the page is too short for it. */
function reach(place: number): boolean {
  if (document.documentElement.scrollHeight < place + innerHeight) return false;
  scrollTo({ top: place, behavior: 'instant' });
  return true;
}

function findHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1');
}

/** What the address names of the page. */
function findSection(): HTMLElement | null {
  return document.getElementById(location.hash.slice(1));
}

function findLink(path: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main a[href="${CSS.escape(path)}"]`);
}

/** A heading is no stop of the keyboard, and is made one of the program alone. */
function focusOn(element: HTMLElement | null, isLink: boolean): boolean {
  if (!element) return false;
  if (!isLink) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return true;
}
