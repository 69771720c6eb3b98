import { useEffect, useRef } from 'react';
import { findMainHeading, focusElement, hasFocusLeft } from '#web/lib/step-focus.ts';

/**
 * Scrolls to the top on each route change and moves the focus to the main heading, or to the element named by the URL's
 * hash. On going back, restores the scroll position and focuses the link that was followed. Does nothing on the first
 * page of a load.
 */
export function useRouteFocusAndScroll(path: string): void {
  const previous = useRef(path);
  useEffect(trackNavigation, []);
  useEffect(() => {
    const previousPath = previous.current;
    if (previousPath === path) return undefined;
    previous.current = path;
    const scrollPosition = takeScrollPositionOnReturn();
    let focused = document.activeElement;
    const restore = () => {
      if (hasFocusLeft(focused)) return true;
      const link = scrollPosition === null ? null : findLink(previousPath);
      const section =
        scrollPosition === null ? document.getElementById(location.hash.slice(1)) : null;
      section?.scrollIntoView();
      const target = link ?? section ?? findMainHeading();
      focusElement(target);
      focused = target ?? focused;
      // After going back, a page may render in parts: the heading first, the rest of its content later.
      return scrollPosition === null
        ? target !== null
        : scrollToPosition(scrollPosition) && link !== null;
    };
    const ending = new AbortController();
    // Either computes the layout of the new page. In its first frame that has to be done in any case, and the press is over.
    requestAnimationFrame(() => {
      if (ending.signal.aborted) return;
      if (scrollPosition === null) scrollTo(0, 0);
      retryOnDomChange(restore, ending);
    });
    return () => ending.abort();
  }, [path]);
}

/** How long to wait for a page to become long enough to scroll to the restored position. */
const RETRY_TIMEOUT_MS = 4000;

/**
 * Calls `attempt` now and after every DOM change until it returns true, the timeout passes, the person scrolls or types, or
 * `ending` is aborted.
 */
function retryOnDomChange(attempt: () => boolean, ending: AbortController): void {
  if (attempt()) return;
  const { signal } = ending;
  const stop = () => ending.abort();
  const observer = new MutationObserver(() => attempt() && stop());
  const timer = setTimeout(stop, RETRY_TIMEOUT_MS);
  signal.addEventListener('abort', () => (observer.disconnect(), clearTimeout(timer)));
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of ['wheel', 'touchmove', 'keydown'])
    addEventListener(event, stop, { passive: true, signal });
}

/** Scrolls to a position in pixels; returns false while the page is too short for it. */
function scrollToPosition(position: number): boolean {
  if (document.documentElement.scrollHeight < position + innerHeight) return false;
  scrollTo(0, position);
  return true;
}

function findLink(path: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main a[href="${CSS.escape(path)}"]`);
}

const places = new Map<string, number>();
let wentOn = false;

const getAddress = () => location.pathname + location.search;
/** wouter dispatches the first two on forward navigation; going back dispatches none of them. */
const NAVIGATIONS = ['pushState', 'replaceState', 'popstate'];

/**
 * Records the scroll position of every page of this visit, and takes the focus from what was pressed as soon as it leads to
 * another page: a browser that takes the focused element out of a page computes the style of the page first, with half of
 * it replaced. Returns a function that stops it.
 */
function trackNavigation(): () => void {
  let { pathname } = location;
  const onScroll = () => void places.set(getAddress(), scrollY);
  const onNavigation = ({ type }: Event) => {
    wentOn = type !== 'popstate';
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    (document.activeElement as HTMLElement | null)?.blur();
  };
  const ending = new AbortController();
  const { signal } = ending;
  addEventListener('scroll', onScroll, { passive: true, signal });
  for (const event of NAVIGATIONS) addEventListener(event, onNavigation, { signal });
  return () => ending.abort();
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
