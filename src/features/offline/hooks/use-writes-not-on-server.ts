import { useCallback, useEffect, useState } from 'react';
import { isServerReachable } from '#web/lib/network.ts';
import { writeQueue } from '#web/lib/sync/browser-queue.ts';
import { countUnsentWrites } from '#web/lib/sync/sync.ts';
import { listWriteRefusals, type RefusedWrite } from '#web/lib/sync/refused-writes.ts';
import { registerBackgroundSync } from '#web/lib/offline/register-background-sync.ts';

/** How long a write may be on its way before it counts as one that waits, in milliseconds. */
const UNDER_WAY_MS = 3_000;

interface WritesNotOnServer {
  waiting: number;
  /** Whether some of them could not be stored on this device, which is full. */
  isAtRisk: boolean;
  refused: RefusedWrite[];
}

/**
 * Returns what the person wrote on this device that is not on the server: the number of writes `waiting` to be sent,
 * those that the server `refused`, and `refresh`, to be called when a refusal was removed. Also registers background
 * sync while there is no network.
 */
export function useWritesNotOnServer(owner: string): WritesNotOnServer & { refresh: () => void } {
  const [unsent, setUnsent] = useState<WritesNotOnServer>({
    waiting: 0,
    isAtRisk: false,
    refused: [],
  });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = async () => {
      const waiting = await countUnsentWrites();
      if (isOver) return;
      setUnsent({ waiting, isAtRisk: writeQueue.isHolding(), refused: listWriteRefusals(owner) });
      if (waiting > 0 && !isServerReachable()) registerBackgroundSync();
    };
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void count(), UNDER_WAY_MS);
    };
    const onEvent = () => (isServerReachable() ? schedule() : void count());
    const stop = writeQueue.subscribe(onEvent);
    onEvent();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [owner]);
  const refresh = useCallback(
    () => setUnsent((before) => ({ ...before, refused: listWriteRefusals(owner) })),
    [owner],
  );
  return { ...unsent, refresh };
}
