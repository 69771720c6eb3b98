import { ApiError } from '#web/lib/api.ts';
import type { UnsentWrite } from './write-store.ts';

/** The result of sending a write; an error is `final` unless it is retried automatically. */
export type SendOutcome = { reply: unknown } | { error: ApiError; final: boolean };

/** An event of the queue, in this tab or another. */
export type QueueEvent =
  | { type: 'queued'; write: UnsentWrite }
  | { type: 'outcome'; write: UnsentWrite; outcome: SendOutcome }
  | { type: 'cancelled'; keys: readonly string[] };

/**
 * Creates the events of a write queue: `announce` tells the listeners of this tab and, while the channel is open, those of
 * all others.
 */
export function createQueueEvents(openChannel: () => BroadcastChannel) {
  const listeners = new Set<(event: QueueEvent) => void>();
  let channel: BroadcastChannel | undefined;
  const notify = (event: QueueEvent) => {
    for (const listener of listeners) listener(event);
  };
  const onMessage = ({ data }: MessageEvent<QueueEvent>) =>
    notify(data.type === 'outcome' ? { ...data, outcome: reviveOutcome(data.outcome) } : data);
  return {
    announce: (event: QueueEvent): void => {
      notify(event);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      channel?.postMessage(event);
    },
    /** Calls back with every event of the queue; returns the unsubscribe function. */
    subscribe: (listener: (event: QueueEvent) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Opens the channel to the other tabs; returns the function that closes it. */
    connect: (): (() => void) => {
      const opened = openChannel();
      channel = opened;
      opened.addEventListener('message', onMessage);
      return () => {
        opened.close();
        if (channel === opened) channel = undefined;
      };
    },
  };
}

/** Restores an outcome sent by another tab, in which only the message of an error survives. */
function reviveOutcome(outcome: SendOutcome): SendOutcome {
  if (!('error' in outcome)) return outcome;
  const { message } = outcome.error;
  const end = message.indexOf(': ');
  return { ...outcome, error: new ApiError(Number(message.slice(0, end)), message.slice(end + 2)) };
}
