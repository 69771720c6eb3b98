import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import { closeGaps, type OpenClient, createClientFactory } from '#server/db/driver.ts';
import { listenToChannel } from '#server/db/listen.ts';
import { findOutage, recordFailure } from '#server/db/outage.ts';
import * as schema from '#server/db/schema.ts';
import { createTransactions, type Transactions } from '#server/db/transactions.ts';

/** Argument of all reads and writes: the pool, or a transaction on it. */
export type Database = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

/** Options of a pool of connections. */
export interface PoolOptions {
  /** Largest number of connections for single statements, and again for transactions; 10 by default. */
  max?: number;
  /** Time after which PostgreSQL cancels a statement; `STATEMENT_TIMEOUT_MS` by default, 0 for none. */
  statementTimeoutMs?: number;
  /** How long to wait for a connection; 10 s by default. */
  connectTimeoutMs?: number;
  /**
   * URL of the database itself when the pool's is a pooler's (PgBouncer): for notifications, session locks and
   * migrations, which need a session.
   */
  directUrl?: string | undefined;
  /** Whether statements are prepared by name; true by default. */
  prepare?: boolean;
}

/** A pool of connections: Drizzle with our schema, and the postgres.js client beneath. */
export interface Pool {
  db: Database;
  /** The same on two connections of its own, for transactions that somebody may hold up who reads slowly. */
  exportDb: Database;
  /** For single statements; use `db` for transactions. */
  sql: postgres.Sql;
  /** Runs SQL text as it is, for the job queue; several statements are allowed without `values`. */
  run: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  /** Listens to a notification channel on a dedicated connection to `url`, as listenToChannel does. */
  listen: (
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
    lockId?: number | null,
  ) => Promise<{ close: () => Promise<void> }>;
  /** Registers a listener of the errors of failed statements and transactions. */
  onFailure: (listener: (error: unknown) => void) => void;
  /** URL of the database itself, never a pooler's. */
  url: string;
  close: () => Promise<void>;
}

/** An export that is read, and one that is prepared meanwhile. */
const EXPORT_CONNECTIONS = 2;
/** Time after which PostgreSQL cancels a statement of ours. */
export const STATEMENT_TIMEOUT_MS = 15_000;

/**
 * Creates a pool of connections to the PostgreSQL database at `url`; nothing connects before the first statement.
 * @throws {BootError} unless `url` is a PostgreSQL URL
 */
export function createPool(url: string, options: PoolOptions = {}): Pool {
  const {
    max = 10,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    connectTimeoutMs = 10_000,
  } = options;
  const { directUrl, prepare = true } = options;
  const bounds = { max, statementTimeoutMs, connectTimeoutMs };
  const open = createClientFactory(url, { ...bounds, prepare, isPooled: directUrl !== undefined });
  const openDirect = directUrl === undefined ? open : createClientFactory(directUrl, bounds);
  const listeners = [recordFailure];
  const onFailure = (error: unknown) => listeners.forEach((listener) => listener(error));
  const single = createRenewedClient(open, onFailure);
  const transactions = createTransactions(single.openAlike, max, onFailure);
  const exports = createTransactions(single.openAlike, EXPORT_CONNECTIONS, onFailure);
  // Prepares every statement: Drizzle does so only for named queries, and PostgreSQL would parse and plan the others
  // each time.
  const unsafe = (text: string, values?: never[], more?: postgres.UnsafeQueryOptions) =>
    single.send(text, values, { ...more, prepare: true });
  const createDatabase = ({ begin }: Transactions): Database =>
    drizzle({ options: single.options, unsafe, begin } as unknown as postgres.Sql, { schema });
  const run: Pool['run'] = async (text, values = []) => {
    // The simple protocol, which alone takes several statements, takes no values.
    if (values.length === 0) return { rows: await transactions.runScript(text) };
    return { rows: [...(await single.send(text, values.map(toParameter)))] };
  };
  return {
    db: createDatabase(transactions),
    exportDb: createDatabase(exports),
    sql: single.sql,
    run,
    listen: (...parameters) => listenToChannel(openDirect, ...parameters),
    onFailure: (listener) => void listeners.push(listener),
    url: directUrl ?? url,
    close: async () => {
      await Promise.all([transactions.close(), exports.close()]);
      await single.close();
    },
  };
}

/** How long the statements of a replaced client may continue. */
const REPLACED_TIMEOUT_SECONDS = 15;
/** The same where a statement failed with its connection: others may have been taken for it that nothing answers. */
const LOST_TIMEOUT_SECONDS = 1;
const REPLACE_INTERVAL_MS = 100;

/**
 * A client that is replaced by a new one after one of its connections ended: the driver (3.4.9) keeps the state of a
 * connection that ended in the middle of a statement, fails the next statement with the former one's error, and may
 * not write to its successor until the connect timeout (porsager/postgres#1215).
 */
function createRenewedClient(open: OpenClient, onFailure: (error: unknown) => void) {
  let isStale = false;
  let isLost = false;
  let isClosed = false;
  let since = 0;
  const openCurrent = () => {
    since = performance.now();
    const client = open({ onClose: () => (isStale ||= client === current) });
    return client;
  };
  let current = openCurrent();
  const first = current.options;
  /** Gives a client the parsers that Drizzle set on the first one. */
  const openAlike: OpenClient = (options) => adopt(open(options));
  const adopt = (client: postgres.Sql) => {
    Object.assign(client.options.parsers, first.parsers);
    Object.assign(client.options.serializers, first.serializers);
    return client;
  };
  const getCurrent = () => {
    if (isStale && !isClosed && performance.now() - since > REPLACE_INTERVAL_MS) {
      void current.end({ timeout: isLost ? LOST_TIMEOUT_SECONDS : REPLACED_TIMEOUT_SECONDS });
      isStale = false;
      isLost = false;
      current = adopt(openCurrent());
    }
    return current;
  };
  const send: postgres.Sql['unsafe'] = (...parameters) => {
    const client = getCurrent();
    const query = client.unsafe(...parameters);
    query.catch((error: unknown) => {
      // Not only once the socket has closed: until then the driver takes further statements for it.
      if (client === current && findOutage(error) === 'unreachable') isStale = isLost = true;
      onFailure(error);
    });
    return query as never;
  };
  const call = (...parameters: Parameters<postgres.Sql>) => {
    const made = getCurrent()(...parameters);
    // Without a template it is a part of a query.
    return made instanceof Promise ? closeGaps(made) : made;
  };
  const sql = new Proxy(call as unknown as postgres.Sql, {
    get: (_target, name) => Reflect.get(getCurrent(), name) as unknown,
  });
  const close = () => {
    isClosed = true;
    return current.end({ timeout: 5 });
  };
  return { sql, send, openAlike, options: first, close };
}

// Drizzle disables the driver's serialising of JSON, so objects are serialised here.
function toParameter(value: unknown): string | number | boolean | null {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isPlain && !(value instanceof Date)) return JSON.stringify(value);
  return (value ?? null) as string | null;
}
