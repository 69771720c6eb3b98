import { setTimeout as delay } from 'node:timers/promises';
import { findOutageCause } from '#server/db/outage.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { toLoggableError } from '#server/log.ts';
import { sendEventBatch } from './send-events.ts';
import type { Tracker } from './service.ts';

/** How often new events are looked for. */
const IDLE_MS = 2_000;
/** Pause after a failure: doubles from the first to the last, or as long as the service asks for. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 10 * 60_000;

/**
 * Computes the pause in milliseconds before the next try to send events after `failures` failures in a row (at least
 * 1): doubling from 1 s, at least `askedMs`, at most ten minutes.
 */
export function computeRetryPauseMs(failures: number, askedMs = 0): number {
  const grown = FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20);
  return Math.min(LAST_PAUSE_MS, Math.max(grown, askedMs));
}

type Parts = Pick<Dependencies, 'db' | 'clock' | 'log'>;

/**
 * Starts to send queued events to the tracker every two seconds, with growing pauses after failures. Returns a function
 * that stops it and resolves once the batch in progress is over.
 */
export function startSendingEvents(parts: Parts, tracker: Tracker): () => Promise<void> {
  const closing = new AbortController();
  const running = sendBatchesUntilAborted(parts, tracker, closing.signal);
  return async () => {
    closing.abort();
    await running;
  };
}

async function sendBatchesUntilAborted(
  parts: Parts,
  tracker: Tracker,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const round = await sendEventBatch(parts, tracker).catch((error: unknown) => {
      // The monitor logs outages of the database, once.
      if (!findOutageCause(error)) parts.log.error({ error: toLoggableError(error) }, 'tracking');
      return { kind: 'failed', reason: 'database' } as const;
    });
    failures = round.kind === 'failed' ? failures + 1 : 0;
    if (round.kind === 'failed' && failures === 1 && round.reason !== 'database')
      parts.log.warn({ reason: round.reason }, 'Customer.io takes no events; they wait');
    const pause =
      round.kind === 'failed'
        ? computeRetryPauseMs(failures, 'pauseMs' in round ? round.pauseMs : 0)
        : round.kind === 'idle'
          ? IDLE_MS
          : 0;
    await delay(pause, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
