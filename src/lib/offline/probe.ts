import { isNetworkReached, onNetworkChange, setNetworkReached } from '#web/lib/network.ts';

/** Waits between attempts to reach the server, in milliseconds; the last one is repeated. */
const WAITS_MS = [3_000, 10_000, 30_000, 60_000] as const;
const TIMEOUT_MS = 5_000;

async function isServerReached(): Promise<boolean> {
  try {
    await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Requests `/health` while the server counts as unreachable, after 3, 10 and 30 s, then every minute, until it answers:
 * the browser's `online` event does not occur when an existing network begins to work. Returns the stop function.
 */
export function startProbing(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const probe = async () => {
    clearTimeout(timer);
    const found = await isServerReached();
    if (found) setNetworkReached(true);
    else schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    const waitMs = WAITS_MS[Math.min(attempts++, WAITS_MS.length - 1)];
    timer = setTimeout(() => void probe(), waitMs);
  };
  const onChange = () => {
    clearTimeout(timer);
    attempts = 0;
    if (!isNetworkReached()) schedule();
  };
  // Timers rest while the page is hidden, and the network may have returned meanwhile.
  const onVisible = () => {
    if (document.visibilityState === 'visible' && !isNetworkReached()) void probe();
  };
  const unsubscribe = onNetworkChange(onChange);
  document.addEventListener('visibilitychange', onVisible);
  onChange();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisible);
  };
}
