import { useEffect, useRef } from 'react';
import { findMainHeading } from '#web/lib/step-focus.ts';

/**
 * Scrolls to the top on each route change and moves the focus to the main heading, or to the element named by the URL's
 * hash. On going back, restores the scroll position and focuses the link that was followed. Does nothing on the first
 * page of a load.
 */
export function useRouteFocusAndScroll(path: string): void {
  const previous = useRef(path);
  useEffect(trackScrollPosition, []);
  useEffect(() => {
    const previousPath = previous.current;
    if (previousPath === path) return undefined;
    previous.current = path;
    const scrollPosition = takeScrollPositionOnReturn();
    if (scrollPosition === null) scrollTo(0, 0);
    const restore = () => {
      const link = scrollPosition === null ? null : findLink(previousPath);
      const section = scrollPosition === null ? findHashTarget() : null;
      section?.scrollIntoView({ behavior: 'instant' });
      const focused = focusElement(link ?? section ?? findMainHeading(), link !== null);
      // After going back, a page may render in parts: the heading first, the rest of its content later.
      return scrollPosition === null ? focused : scrollToPosition(scrollPosition) && link !== null;
    };
    return retryOnDomChange(restore);
  }, [path]);
}

/** How long to wait for a page to become long enough to scroll to the restored position. */
const RETRY_TIMEOUT_MS = 4000;

/**
 * Calls `attempt` now and after every DOM change until it returns true, the timeout passes or the person scrolls or
 * types. Returns a function that cancels, or undefined if the first attempt succeeded.
 */
function retryOnDomChange(attempt: () => boolean): (() => void) | undefined {
  if (attempt()) return undefined;
  const observer = new MutationObserver(() => attempt() && stop());
  const timer = setTimeout(() => stop(), RETRY_TIMEOUT_MS);
  const userInputEvents = ['wheel', 'touchmove', 'keydown'] as const;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of userInputEvents) removeEventListener(event, stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of userInputEvents) addEventListener(event, stop, { passive: true });
  return stop;
}

/** Scrolls to a position in pixels; returns false while the page is too short for it. */
function scrollToPosition(position: number): boolean {
  if (document.documentElement.scrollHeight < position + innerHeight) return false;
  scrollTo({ top: position, behavior: 'instant' });
  return true;
}

function findHashTarget(): HTMLElement | null {
  return document.getElementById(location.hash.slice(1));
}

function findLink(path: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main a[href="${CSS.escape(path)}"]`);
}

/** Focuses an element without scrolling. Headings get `tabIndex = -1`, because they are not focusable by default. */
function focusElement(element: HTMLElement | null, isLink: boolean): boolean {
  if (!element) return false;
  if (!isLink) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  return true;
}

const places = new Map<string, number>();
let wentOn = false;

const getAddress = () => location.pathname + location.search;
/** wouter dispatches these events on forward navigation; going back dispatches none of them. */
const GOING_ON = ['pushState', 'replaceState'] as const;

/** Records the scroll position of every page of this visit. Returns a function that stops it. */
function trackScrollPosition(): () => void {
  const onScroll = () => void places.set(getAddress(), scrollY);
  const onForwardNavigation = () => void (wentOn = true);
  const onReturn = () => void (wentOn = false);
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('popstate', onReturn);
  for (const event of GOING_ON) addEventListener(event, onForwardNavigation);
  return () => {
    removeEventListener('scroll', onScroll);
    removeEventListener('popstate', onReturn);
    for (const event of GOING_ON) removeEventListener(event, onForwardNavigation);
  };
}

/**
 * Returns the recorded scroll position, in pixels from the top, if the present page was reached by going back; null
 * after forward navigation.
 */
function takeScrollPositionOnReturn(): number | null {
  const position = wentOn ? null : (places.get(getAddress()) ?? null);
  wentOn = false;
  return position;
}
