import { useEffect, useState } from 'react';
import { now } from '#web/lib/clock.ts';

/**
 * Returns the present instant, refreshed every `everyMs` milliseconds (never, for null) and when the page becomes
 * visible.
 */
export function useNow(everyMs: number | null): Date {
  const [instant, setInstant] = useState(now);
  useEffect(() => {
    const look = () => setInstant(now());
    const timer = everyMs === null ? undefined : setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs]);
  return instant;
}
