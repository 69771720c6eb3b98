import { ApiError, buildUrl, requestOnline } from '#web/lib/api.ts';
import { MAX_FAILURES, decideAfterError } from './write-policies.ts';
import type { QueueEvent } from './queue-events.ts';
import { createWriteStore, type PendingWrite, QUEUE_NAME } from './write-store.ts';

/** Fetches the id of the person signed in on this device; null for nobody. */
async function findSignedInId(): Promise<string | null> {
  try {
    const profile = await requestOnline('GET', '/api/users/me', { caller: null });
    return (profile as { id: string }).id;
  } catch (error) {
    // Where sign-ins are tokens of the page, the page has to send.
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/**
 * Sends the pending writes of the signed-in person from the service worker: oldest first, one at a time, under the lock
 * that pages use too; open pages are told the outcomes. Refused writes stay, for the next page to show.
 * @throws {ApiError} when the server cannot take writes now, so that the browser tries again later.
 */
export async function sendInBackground(): Promise<void> {
  const store = createWriteStore();
  const channel = new BroadcastChannel(QUEUE_NAME);
  const announce = (event: QueueEvent) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel.postMessage(event);
  const send = async (write: PendingWrite): Promise<void> => {
    const method = write.route.slice(0, write.route.indexOf(' '));
    try {
      const { body, key: idempotencyKey } = write;
      const options = { body, idempotencyKey, caller: null };
      const reply = await requestOnline(method, buildUrl(write.route, write.params), options);
      await store.remove([write.key]);
      announce({ type: 'outcome', write, outcome: { reply } });
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, 'network');
      const { kept, isFinal, mayNextFollow } = decideAfterError(write, error);
      // A refusal is the page's to show: it stays for the next page, which sends it again and is refused as well.
      if (isFinal) await store.update({ ...write, failures: MAX_FAILURES });
      else if (kept && kept !== write) await store.update(kept);
      if (!mayNextFollow) throw error;
    }
  };
  try {
    await navigator.locks.request(QUEUE_NAME, async () => {
      const owner = (await store.all()).length === 0 ? null : await findSignedInId();
      if (owner === null) return;
      const isToSend = ({ owner: whose, failures = 0 }: PendingWrite) =>
        whose === owner && failures < MAX_FAILURES;
      for (;;) {
        const write = (await store.all()).find(isToSend);
        if (!write) return;
        await send(write);
      }
    });
  } finally {
    channel.close();
  }
}
