import type postgres from 'postgres';
import { createConnectionLostError, type OpenClient } from '#server/db/driver.ts';
import { findOutage } from '#server/db/outage.ts';

// The driver's own `begin` and `reserve` are not used (3.4.9). When their connection ends, the next statement of the
// transaction ends the process (porsager/postgres#1208), or runs on the connection that replaced it, outside of any
// transaction or in another one (#1216); and its `begin` may share a connection with other statements (#1189).

/** How long an unused connection is kept. */
const KEPT_MS = 30_000;
/** How long transactions under way may take to finish when the pool is closed. */
const CLOSE_TIMEOUT_MS = 5_000;

/** What Drizzle needs of the client of a transaction. */
export interface TransactionClient {
  unsafe: postgres.Sql['unsafe'];
  savepoint: <Result>(work: (nested: TransactionClient) => Promise<Result>) => Promise<Result>;
}

/** Connections that each belong to one transaction at a time. */
export interface Transactions {
  /** Runs `work` in a transaction: committed when it resolves, rolled back when it throws. */
  begin: <Result>(work: (client: TransactionClient) => Promise<Result>) => Promise<Result>;
  /** Runs SQL text of several statements, which may include `begin` and `commit`; resolves to the rows of all. */
  runScript: (text: string) => Promise<unknown[]>;
  /** Refuses further transactions, waits at most five seconds for running ones and ends the connections. */
  close: () => Promise<void>;
}

interface Connection {
  sql: postgres.Sql;
  isLost: boolean;
  expiry?: NodeJS.Timeout;
}

/**
 * Opens connections as they are needed, `max` at most; further transactions wait for one. `onFailure` receives the
 * error of each transaction that fails.
 */
export function createTransactions(
  open: OpenClient,
  max: number,
  onFailure: (error: unknown) => void,
): Transactions {
  const connections = createConnections(open, max);
  /** Lends a connection to `work`; rolls back its transaction when `work` throws. */
  const use = <Result>(work: (connection: Connection) => Promise<Result>) =>
    connections.use(async (connection) => {
      try {
        return await work(connection);
      } catch (error) {
        onFailure(error);
        connection.isLost ||= findOutage(error) === 'unreachable';
        await rollBack(connection);
        throw error;
      }
    });
  return {
    begin: (work) =>
      use(async (connection) => {
        await connection.sql.unsafe('begin');
        const result = await runScope(connection, work);
        await connection.sql.unsafe('commit');
        return result;
      }),
    runScript: (text) =>
      use(async (connection) => {
        const result: unknown[] = await connection.sql.unsafe(text);
        // Several statements answer with a list of results.
        return result.some(Array.isArray) ? result.flat() : [...result];
      }),
    close: () => connections.close(),
  };
}

/**
 * Runs `work` with a client that refuses statements once the connection is lost or `work` is over, because they would
 * run outside the transaction. Throws the first error of a statement even if `work` caught it, because PostgreSQL
 * commits nothing after it.
 */
async function runScope<Result>(
  connection: Connection,
  work: (client: TransactionClient) => Promise<Result>,
  depth = 0,
): Promise<Result> {
  let isOver = false;
  let failed: { error: unknown } | undefined;
  const { sql } = connection;
  const unsafe = (text: string, values?: never[], options?: postgres.UnsafeQueryOptions) => {
    if (isOver || connection.isLost) throw createConnectionLostError();
    const query = sql.unsafe(text, values, { ...options, prepare: true });
    query.catch((error: unknown) => (failed ??= { error }));
    return query;
  };
  const savepoint: TransactionClient['savepoint'] = async (nested) => {
    if (isOver || connection.isLost) throw createConnectionLostError();
    const name = `s${depth}`;
    await sql.unsafe(`savepoint ${name}`);
    try {
      const result = await runScope(connection, nested, depth + 1);
      await sql.unsafe(`release savepoint ${name}`);
      return result;
    } catch (error) {
      if (connection.isLost) throw error;
      await sql.unsafe(`rollback to savepoint ${name}`);
      throw error;
    }
  };
  try {
    const result = await work({ unsafe: unsafe as postgres.Sql['unsafe'], savepoint });
    if (failed) throw failed.error;
    if (connection.isLost) throw createConnectionLostError();
    return result;
  } finally {
    isOver = true;
  }
}

/** Ends the transaction of a connection, if any; marks the connection as lost when that fails. */
async function rollBack(connection: Connection): Promise<void> {
  if (connection.isLost) return;
  await connection.sql.unsafe('rollback').catch(() => (connection.isLost = true));
}

/** Lends connections, each to one user at a time. */
function createConnections(open: OpenClient, max: number) {
  const idle: Connection[] = [];
  const inUse = new Set<Connection>();
  const waiting: PromiseWithResolvers<Connection>[] = [];
  let onIdle: (() => void) | undefined;
  let isClosed = false;

  function create(): Connection {
    const connection: Connection = {
      sql: open({ max: 1, isLasting: true, onClose: () => (connection.isLost = true) }),
      isLost: false,
    };
    return connection;
  }

  function discard(connection: Connection): Promise<void> {
    clearTimeout(connection.expiry);
    connection.isLost = true;
    return connection.sql.end({ timeout: 0 });
  }

  function acquire(): Connection | Promise<Connection> {
    if (isClosed) throw createConnectionLostError();
    for (let next = idle.pop(); next; next = idle.pop()) {
      clearTimeout(next.expiry);
      if (!next.isLost) return next;
      void discard(next);
    }
    if (inUse.size < max) return create();
    const turn = Promise.withResolvers<Connection>();
    waiting.push(turn);
    return turn.promise;
  }

  function release(connection: Connection): void {
    inUse.delete(connection);
    if (connection.isLost) void discard(connection);
    const next = waiting.shift();
    if (next) {
      const free = connection.isLost ? create() : connection;
      inUse.add(free);
      next.resolve(free);
    } else if (!connection.isLost) keep(connection);
    if (inUse.size === 0) onIdle?.();
  }

  function keep(connection: Connection): void {
    idle.push(connection);
    connection.expiry = setTimeout(() => {
      idle.splice(idle.indexOf(connection), 1);
      void discard(connection);
    }, KEPT_MS).unref();
  }

  async function waitUntilIdle(): Promise<void> {
    if (inUse.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => resolve(), CLOSE_TIMEOUT_MS);
    onIdle = resolve;
    await promise;
    clearTimeout(timer);
  }

  return {
    async use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
      const acquired = acquire();
      const connection = acquired instanceof Promise ? await acquired : acquired;
      inUse.add(connection);
      try {
        return await work(connection);
      } finally {
        release(connection);
      }
    },
    async close() {
      isClosed = true;
      for (const turn of waiting.splice(0)) turn.reject(createConnectionLostError());
      await waitUntilIdle();
      await Promise.all([...idle.splice(0), ...inUse].map(discard));
    },
  };
}
