import { classifyReplySource } from '#shared/rules/server-mark.ts';
import {
  getNetworkState,
  type NetworkState,
  onNetworkChange,
  setNetworkState,
} from '#web/lib/network.ts';

/** Waits between attempts to reach the server, in milliseconds; the last one is repeated. */
const WAITS_MS = [3_000, 10_000, 30_000, 60_000] as const;
const TIMEOUT_MS = 5_000;

async function probeServer(): Promise<NetworkState> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch('/health', { cache: 'no-store', redirect: 'manual', signal });
    return classifyReplySource(answer);
  } catch {
    return 'unreached';
  }
}

/**
 * Requests `/health` while the server counts as unreachable, after 3, 10 and 30 s, then every minute, until it answers itself:
 * the browser's `online` event does not occur when an existing network begins to work. At once where what is shown came
 * from this device before the server was asked. Returns the stop function.
 */
export function startServerProbe(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let isWaiting = false;
  const probe = async () => {
    clearTimeout(timer);
    const found = await probeServer();
    // Another request may have reached it meanwhile.
    if (getNetworkState() === 'reached') return;
    const goesOn = isWaiting && found !== 'reached';
    setNetworkState(found);
    if (goesOn) schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    const waitMs = WAITS_MS[Math.min(attempts++, WAITS_MS.length - 1)];
    timer = setTimeout(() => void probe(), waitMs);
  };
  const onChange = () => {
    const state = getNetworkState();
    if (state === 'asked') void probe();
    // From one kind of failure to another the waits go on.
    if (state === 'asked' || (isWaiting && state !== 'reached')) return;
    isWaiting = state !== 'reached';
    clearTimeout(timer);
    attempts = 0;
    if (isWaiting) schedule();
  };
  // Timers rest while the page is hidden, and the network may have returned meanwhile.
  const onVisible = () => {
    if (document.visibilityState === 'visible' && getNetworkState() !== 'reached') void probe();
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
