import { setTimeout as delay } from 'node:timers/promises';
import { throwBootError } from '#server/db/boot-error.ts';
import { createPool, type Pool } from '#server/db/pool.ts';
import { openDatabaseSession, type DatabaseSession } from '#server/db/session.ts';
import type { Log } from '#server/log.ts';

/** Advisory lock id: one server prepares the database (migrations, content, queue) while the others wait. */
export const BOOT_LOCK_ID = 7_238_651;

/** Pause between two tries. Not a lock that is waited for in the database: a signal could not end that wait. */
const RETRY_MS = 100;
const LIMIT_MS = 10 * 60_000;

export interface BootLockOptions {
  signal?: AbortSignal | undefined;
  /** Is told once that another server is waited for. */
  log?: Log | undefined;
  /** How long to wait; ten minutes by default. */
  limitMs?: number;
}

/**
 * Runs `work` once no other server prepares the database, with connections of its own to the database itself, past a
 * pooler, whose statements have no limit of time. The lock belongs to the session `holder`.
 * @throws {BootError} after `limitMs`; the reason of `signal`
 */
export async function runUnderBootLock<Result>(
  { url }: Pick<Pool, 'url'>,
  options: BootLockOptions,
  work: (own: Pool, holder: DatabaseSession) => Promise<Result>,
): Promise<Result> {
  const holder = await openDatabaseSession(url);
  const own = createPool(url, { max: 1, statementTimeoutMs: 0 });
  try {
    await acquireBootLock(holder, options);
    return await work(own, holder);
  } finally {
    await own.close();
    await holder.close();
  }
}

async function acquireBootLock(
  holder: DatabaseSession,
  { signal, log, limitMs = LIMIT_MS }: BootLockOptions,
): Promise<void> {
  const since = performance.now();
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted();
    const { rows } = await holder.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1) as "isOurs"',
      [BOOT_LOCK_ID],
    );
    if (rows[0]?.isOurs) return;
    if (tries === 0) log?.info('another server is preparing the database: waiting for it');
    if (performance.now() - since >= limitMs)
      throwBootError(
        `Another server, or a restore, has been preparing the database for ${Math.round(limitMs / 60_000)} minutes: end it and start again.`,
      );
    await delay(RETRY_MS, undefined, { signal });
  }
}
