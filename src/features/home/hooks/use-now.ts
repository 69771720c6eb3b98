import { useEffect, useReducer } from 'react';
import { now } from '#web/lib/clock.ts';

/**
 * Returns the present instant, and renders again every `everyMs` milliseconds (never, for null) and when the page becomes
 * visible.
 */
export function useNow(everyMs: number | null): Date {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = everyMs === null ? undefined : setInterval(refresh, everyMs);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [everyMs]);
  return now();
}
