import { useEffect, useState } from 'react';
import { now } from '#web/lib/clock.ts';

/** An instant this close to the present needs no second render of a page that has just been shown. */
const SAME_MS = 1_000;

/**
 * Returns the present instant, and rerenders every `everyMs` milliseconds and when the page becomes visible. With null
 * it updates only when the page becomes visible or the app has hydrated the server's markup.
 */
export function useNow(everyMs: number | null): Date {
  const [instant, setInstant] = useState(now);
  useEffect(() => {
    const refresh = () => setInstant(now());
    const refreshOnceReady = () => {
      const present = now();
      setInstant((last) => (Math.abs(+present - +last) < SAME_MS ? last : present));
    };
    const timer = everyMs === null ? undefined : setInterval(refresh, everyMs);
    document.addEventListener('visibilitychange', refresh);
    addEventListener('app-ready', refreshOnceReady);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
      removeEventListener('app-ready', refreshOnceReady);
    };
  }, [everyMs]);
  return everyMs === null ? instant : now();
}
