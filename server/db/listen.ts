import type postgres from 'postgres';
import type { OpenClient } from '#server/db/driver.ts';

const RETRY_MS = 500;

/** Advisory lock that each server holds shared while it listens for jobs, so that others know that it lives. */
export const LISTENER_LOCK_ID = 7_238_652;

/**
 * Listens to a notification channel on a connection of its own, which is made anew whenever it is lost; `onListening` is
 * then called again, because notifications may have been missed. (The driver's own `listen` may wait for ever
 * once its connection ended in the middle of a write.) Holds the lock `lockId` shared meanwhile, unless it is null.
 * @throws {Error} when it cannot listen at first
 */
export async function listenTo(
  open: OpenClient,
  channel: string,
  onNotification: (payload: string) => void,
  onListening: () => void,
  lockId: number | null = LISTENER_LOCK_ID,
): Promise<{ close: () => Promise<void> }> {
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
