import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { fitCurrentSentence } from '../engine/fit-words.ts';

/**
 * Keeps the present sentence of the captions whole within `box` (`fitCurrentSentence`). Measured at each render, as for another
 * sentence, and when the room changes.
 */
export function useCurrentSentenceInView(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (box.current) fitCurrentSentence(box.current);
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => fitCurrentSentence(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
}

/** Calls `onTap` for a tap on the words themselves; what it does has a button as well. */
export function useTapOnWords(box: RefObject<HTMLElement | null>, onTap: () => void): void {
  useEffect(() => {
    const leaving = new AbortController();
    const listen = (event: Event) => {
      if ((event.target as Element).closest('[data-captions]')) onTap();
    };
    box.current?.addEventListener('click', listen, { signal: leaving.signal });
    return () => leaving.abort();
  }, [box, onTap]);
}
