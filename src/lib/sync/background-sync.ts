import { ApiError, requestServer } from '#web/lib/api.ts';
import { storeAcceptedWrite } from '#web/lib/offline/accepted-writes.ts';
import type { QueueEvent } from './queue-events.ts';
import { sendUnsentWrites, sendWriteRequest } from './write-sender.ts';
import { createWriteStore, type UnsentWrite, WRITE_QUEUE_LOCK_AND_CHANNEL } from './write-store.ts';

/** Fetches the id of the person signed in on this device; null for a visitor. */
async function findSignedInId(): Promise<string | null> {
  try {
    const profile = await requestServer('GET', '/api/users/me', { caller: null });
    return (profile as { id: string }).id;
  } catch (error) {
    // Where sign-ins are tokens of the page, the page has to send.
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Sends the unsent writes of the signed-in person from the service worker, under the lock that pages use too; open
 * pages are told what was accepted. Refused writes stay, for the next page to send again, be refused and show.
 * @throws {ApiError} when the server cannot take writes now, so that the browser tries again later.
 */
export async function sendUnsentWritesFromServiceWorker(): Promise<void> {
  const store = createWriteStore();
  const channel = new BroadcastChannel(WRITE_QUEUE_LOCK_AND_CHANNEL);
  const announce = (event: QueueEvent) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel.postMessage(event);
  try {
    await navigator.locks.request(WRITE_QUEUE_LOCK_AND_CHANNEL, async () => {
      const isEmpty = (await store.find(() => true)) === undefined;
      const owner = isEmpty ? null : await findSignedInId();
      if (owner === null) return;
      const transport = {
        store,
        send: (write: UnsentWrite) => sendWriteRequest(write, null),
        keepAccepted: storeAcceptedWrite,
      };
      const failure = await sendUnsentWrites(transport, owner, {
        keepsRefused: true,
        afterSending: (write, outcome) => {
          if ('reply' in outcome) announce({ type: 'outcome', write, outcome });
        },
      });
      if (failure) throw failure;
    });
  } finally {
    channel.close();
  }
}
