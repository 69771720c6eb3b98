import { useEffect, useState } from 'react';

/** The longest timer that browsers keep. */
const MAX_TIMER_MS = 2_147_483_647;

/** Returns the present instant, and rerenders when the next of `instants` (ISO 8601) is reached. */
export function useNowUpdatedAt(instants: readonly string[]): Date {
  const [now, setNow] = useState(() => new Date());
  const next = Math.min(
    ...instants.map((instant) => Date.parse(instant)).filter((at) => at > now.getTime()),
  );
  useEffect(() => {
    if (next === Infinity) return undefined;
    const wait = Math.min(MAX_TIMER_MS, Math.max(0, next - Date.now()));
    const timer = setTimeout(() => setNow(new Date()), wait);
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}
