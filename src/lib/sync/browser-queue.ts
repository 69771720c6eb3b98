import { createUnfinishedWriteStore } from './unfinished-writes.ts';
import { createWriteQueue } from './write-queue.ts';
import { sendWriteRequest } from './write-sender.ts';
import { createWriteStore, WRITE_QUEUE_LOCK_AND_CHANNEL } from './write-store.ts';

/** The write queue of this browser, shared by its tabs. */
export const writeQueue = createWriteQueue({
  store: createWriteStore(),
  unfinished: createUnfinishedWriteStore(),
  send: (write) => sendWriteRequest(write),
  keepAccepted: (write, reply) =>
    import('#web/lib/offline/accepted-writes.ts').then(
      ({ storeAcceptedWrite }) => storeAcceptedWrite(write, reply),
      (error: unknown) => {
        // Where the app is not kept on the device, nothing is shown without a network. Where it is, the write stays, and is
        // sent again under its key.
        if (navigator.serviceWorker?.controller) throw error;
      },
    ),
  runExclusively: (work) =>
    // Web Locks need a secure context; over plain HTTP on another host one tab at a time has to do.
    'locks' in navigator ? navigator.locks.request(WRITE_QUEUE_LOCK_AND_CHANNEL, work) : work(),
  openChannel: () => new BroadcastChannel(WRITE_QUEUE_LOCK_AND_CHANNEL),
});
