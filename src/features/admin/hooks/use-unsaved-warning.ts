import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';

/** A way out that was pressed while something is unsaved, and the two answers. */
export interface BlockedNavigation {
  stay: () => void;
  leave: () => void;
}

/**
 * Asks before any way out while something is unsaved: the browser does before the page is closed or reloaded; a link
 * within the app waits for an answer: its `stay` and `leave` are returned meanwhile, else null.
 */
export function useUnsavedWarning(isUnsaved: boolean): BlockedNavigation | null {
  const [target, setTarget] = useState<string | null>(null);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const hold = (event: MouseEvent) => {
      const path = findExit(event);
      if (path === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setTarget(path);
    };
    addEventListener('beforeunload', ask);
    // Before the app's own links see it.
    document.addEventListener('click', hold, { capture: true });
    return () => {
      removeEventListener('beforeunload', ask);
      document.removeEventListener('click', hold, { capture: true });
    };
  }, [isUnsaved]);
  if (target === null || !isUnsaved) return null;
  return {
    stay: () => setTarget(null),
    leave: () => {
      setTarget(null);
      navigate(target);
    },
  };
}

/** Returns where a press leads within the app, away from this page; null for anything else. */
function findExit(event: MouseEvent): string | null {
  const isPlain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element && event.target.closest('a');
  if (!isPlain || !link || link.target || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin) return null;
  const to = link.pathname + link.search;
  return to === location.pathname + location.search ? null : to + link.hash;
}
