import { useEffect, useState } from 'react';
import { now } from '#web/lib/clock.ts';

/**
 * Returns the present instant, and rerenders every `everyMs` milliseconds and when the page becomes visible. With null
 * it updates only when the page becomes visible or the app has hydrated the server's markup.
 */
export function useNow(everyMs: number | null): Date {
  const [instant, setInstant] = useState(now);
  useEffect(() => {
    const refresh = () => setInstant(now());
    const timer = everyMs === null ? undefined : setInterval(refresh, everyMs);
    document.addEventListener('visibilitychange', refresh);
    addEventListener('app-ready', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
      removeEventListener('app-ready', refresh);
    };
  }, [everyMs]);
  return everyMs === null ? instant : now();
}
