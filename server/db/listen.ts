import { quoteSqlIdentifier } from './driver.ts';
import { openDatabaseSession, type DatabaseSession } from './session.ts';

const RETRY_MS = 500;

/** Advisory lock that each server holds shared while it listens for jobs, by which others know that it is alive. */
export const LISTENER_LOCK_ID = 7_238_652;

/**
 * Listens to a notification channel on a dedicated connection, reconnecting when it is lost. `onListening` is called
 * each time it listens, the first included: notifications before may have been missed. Holds the lock `lockId` shared,
 * if any.
 * @throws {Error} when it cannot listen at first
 */
export async function listenToChannel(
  url: string,
  channel: string,
  onNotification: (payload: string) => void,
  onListening: () => void,
  lockId: number | null = LISTENER_LOCK_ID,
): Promise<{ close: () => Promise<void> }> {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let current: DatabaseSession | undefined;

  async function start(): Promise<void> {
    const session = await openDatabaseSession(url);
    session.client.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      if (lockId !== null) await session.query('select pg_advisory_lock_shared($1)', [lockId]);
      await session.query(`listen ${quoteSqlIdentifier(channel)}`);
    } catch (error) {
      await session.close();
      throw error;
    }
    current = session;
    if (isClosed) return session.close();
    void session.ended.then(retryLater);
    onListening();
  }

  function retryLater(): void {
    if (isClosed) return;
    timer = setTimeout(() => void start().catch(retryLater), RETRY_MS).unref();
  }

  await start();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await current?.close();
    },
  };
}
