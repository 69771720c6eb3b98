import type postgres from 'postgres';
import type { OpenClient } from '#server/db/driver.ts';

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
  open: OpenClient,
  channel: string,
  onNotification: (payload: string) => void,
  onListening: () => void,
  lockId: number | null = LISTENER_LOCK_ID,
): Promise<{ close: () => Promise<void> }> {
  // Not the driver's own `listen`, which may wait for ever if its connection ends in the middle of a write.
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let sql: postgres.Sql;

  async function start(): Promise<void> {
    const client = open({
      max: 1,
      isLasting: true,
      onNotification: (_channel, payload) => onNotification(payload),
      onClose: () => client === sql && retryLater(),
    });
    sql = client;
    if (lockId !== null) await client`select pg_advisory_lock_shared(${lockId})`;
    await client`listen ${client(channel)}`;
    onListening();
  }

  function retryLater(): void {
    if (isClosed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void sql.end({ timeout: 0 });
      start().catch(retryLater);
    }, RETRY_MS).unref();
  }

  const close = async () => {
    isClosed = true;
    clearTimeout(timer);
    await sql.end({ timeout: 0 });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}
