import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { findOutageCause, type OutageCause } from '#server/db/outage.ts';
import type { Pool } from '#server/db/pool.ts';
import type { Log } from '#server/log.ts';

/** Watches whether the database serves, and logs the beginning and the end of each outage. */
export interface DatabaseMonitor {
  check(): Promise<OutageCause | null>;
  close(): void;
}

export interface MonitorOptions {
  log: Log;
  /** A folder on the database's disk, if it is on this machine; free space is checked there. */
  folder?: string | undefined;
}

const MESSAGES: Record<OutageCause, string> = {
  unreachable: 'the database does not answer; requests that need it are refused meanwhile',
  disk_full:
    'the disk of the database is full; requests that write are refused until there is room',
};

const CHECK_TIMEOUT_MS = 2_000;
const WATCH_INTERVAL_MS = 1_000;
/** Successive good checks after which the log says that an outage is over, so that it does not alternate. */
const CHECKS_UNTIL_OVER = 3;
/** PostgreSQL stops when it has no room for its next log segment of 16 MiB. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** Makes the file of a temporary table grow, which fails on a full disk where updating rows may not. */
const WRITE_PROBE = `begin;
  create temporary table envol_write_probe on commit drop as
    select repeat('x', 2000) as filler from generate_series(1, 100);
  commit`;

/**
 * Watches the statements of a pool. From the first one that fails by an outage, it queries the database every second
 * until that is over.
 */
export function createDatabaseMonitor(
  pool: Pick<Pool, 'query' | 'onFailure'>,
  { log, folder }: MonitorOptions,
): DatabaseMonitor {
  /** The outages that were logged and are not over. */
  const told = new Set<OutageCause>();
  let began = 0;
  let good = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<OutageCause | null> | undefined;

  const check = () =>
    (running ??= probeOutageCause(pool, { folder, mustWrite: told.has('disk_full') })
      .then((outage) => {
        if (outage) begin(outage);
        return outage;
      })
      .finally(() => (running = undefined)));

  function begin(outage: OutageCause): void {
    good = 0;
    if (told.size === 0) began = performance.now();
    if (!told.has(outage)) log.error({ outage }, MESSAGES[outage]);
    told.add(outage);
    timer ??= setInterval(() => void watch(), WATCH_INTERVAL_MS).unref();
  }

  async function watch(): Promise<void> {
    if ((await check()) !== null || ++good < CHECKS_UNTIL_OVER) return;
    log.info(
      { seconds: Math.round((performance.now() - began) / 1000) },
      'the database serves again',
    );
    told.clear();
    close();
  }

  function close(): void {
    clearInterval(timer);
    timer = undefined;
  }

  pool.onFailure((error) => {
    const outage = findOutageCause(error);
    if (outage) begin(outage);
  });
  return { check, close };
}

async function probeOutageCause(
  { query }: Pick<Pool, 'query'>,
  { folder, mustWrite }: { folder: string | undefined; mustWrite: boolean },
): Promise<OutageCause | null> {
  try {
    if (folder !== undefined && (await readFreeBytes(folder)) < MIN_FREE_BYTES) return 'disk_full';
    const late = new AbortController();
    const isLate = delay(CHECK_TIMEOUT_MS, 'late', { signal: late.signal }).catch(() => 'late');
    const answer = query(mustWrite ? WRITE_PROBE : 'select 1').then(() => 'answered');
    const first = await Promise.race([answer, isLate]).finally(() => late.abort());
    return first === 'late' ? 'unreachable' : null;
  } catch (error) {
    return findOutageCause(error) ?? 'unreachable';
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
