import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import { type OpenClient, prepareClients } from '#server/db/driver.ts';
import { listenTo } from '#server/db/listen.ts';
import { recordFailure } from '#server/db/outage.ts';
import * as schema from '#server/db/schema.ts';
import { createTransactions } from '#server/db/transactions.ts';

/** Argument of all reads and writes: the pool, or a transaction on it. */
export type Database = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

/** The bounds of a pool, and how it reaches the database. */
export interface PoolOptions {
  /** Connections at most for single statements, and as many for transactions; 10 unless told. */
  max?: number;
  /** After how many milliseconds the server gives up one statement; `STATEMENT_TIMEOUT_MS` unless told, 0 for never. */
  statementTimeoutMs?: number;
  /** How long to wait for a connection; 10 s unless told. */
  connectTimeoutMs?: number;
  /**
   * Address of the database itself where the pool's is a pooler's (PgBouncer): for what belongs to a session, which are
   * notifications, locks of a session and migrations.
   */
  directUrl?: string | undefined;
  /** Whether statements are prepared by name, which they are unless told. */
  prepare?: boolean;
}

/** A pool of connections: Drizzle on our schema, and postgres.js beneath it. */
export interface Pool {
  db: Database;
  /** For single statements; transactions are begun with `db`. */
  sql: postgres.Sql;
  /** Runs SQL text as it is, of several statements too when it has no values: for the job queue, which writes its own. */
  run: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  /** Listens to a notification channel on a dedicated connection, past a pooler, that reconnects when lost. */
  listen: (
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
    lockId?: number | null,
  ) => Promise<{ close: () => Promise<void> }>;
  /** Has `listener` told of the error of each statement and transaction that fails. */
  onFailure: (listener: (error: unknown) => void) => void;
  /** The address of the database itself, never a pooler's. */
  url: string;
  close: () => Promise<void>;
}

/** After how long the database gives up a statement of ours. */
export const STATEMENT_TIMEOUT_MS = 15_000;

/** A pool on `url`; it connects with its first statement. */
export function connect(url: string, options: PoolOptions = {}): Pool {
  const {
    max = 10,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    connectTimeoutMs = 10_000,
  } = options;
  const { directUrl, prepare = true } = options;
  const bounds = { max, statementTimeoutMs, connectTimeoutMs };
  const open = prepareClients(url, { ...bounds, prepare, isPooled: directUrl !== undefined });
  const openDirect = directUrl === undefined ? open : prepareClients(directUrl, bounds);
  const single = createRenewedClient(open);
  const listeners = [recordFailure];
  const onFailure = (error: unknown) => listeners.forEach((listener) => listener(error));
  const transactions = createTransactions(single.openAlike, max, onFailure);
  // Prepared, every one of them: Drizzle alone does so only for queries that were named, and the server would parse and
  // plan all others each time.
  const unsafe = (text: string, values?: never[], more?: postgres.UnsafeQueryOptions) => {
    const query = single.getCurrent().unsafe(text, values, { ...more, prepare: true });
    query.catch(onFailure);
    return query;
  };
  const client = { options: single.options, unsafe, begin: transactions.begin };
  const db = drizzle(client as unknown as postgres.Sql, { schema });
  const run: Pool['run'] = async (text, values = []) => {
    // The simple protocol, which alone takes several statements, takes no values.
    if (values.length === 0) return { rows: await transactions.runScript(text) };
    const query = single.getCurrent().unsafe(text, values.map(toParameter));
    query.catch(onFailure);
    return { rows: [...(await query)] };
  };
  return {
    db,
    sql: single.sql,
    run,
    listen: (...parameters) => listenTo(openDirect, ...parameters),
    onFailure: (listener) => void listeners.push(listener),
    url: directUrl ?? url,
    close: async () => {
      await transactions.close();
      await single.close();
    },
  };
}

/** How long the statements of a client that was replaced may go on. */
const REPLACED_TIMEOUT_SECONDS = 15;
const REPLACE_INTERVAL_MS = 100;

/**
 * A client that is replaced by a new one after one of its connections ended: the driver (3.4.9) keeps the state of a
 * connection that ended in the middle of a statement, fails the next statement with the former one's error, and may
 * not write to its successor until the connect timeout (porsager/postgres#1215).
 */
function createRenewedClient(open: OpenClient) {
  let isStale = false;
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
    if (isStale && performance.now() - since > REPLACE_INTERVAL_MS) {
      isStale = false;
      void current.end({ timeout: REPLACED_TIMEOUT_SECONDS });
      current = adopt(openCurrent());
    }
    return current;
  };
  const call = (...parameters: Parameters<postgres.Sql>) => getCurrent()(...parameters);
  const sql = new Proxy(call as unknown as postgres.Sql, {
    get: (_target, name) => Reflect.get(getCurrent(), name) as unknown,
  });
  return { sql, getCurrent, openAlike, options: first, close: () => current.end({ timeout: 5 }) };
}

// Drizzle takes over the driver's writing of JSON, so that whoever hands over an object must write it.
function toParameter(value: unknown): string | number | boolean | null {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isPlain && !(value instanceof Date)) return JSON.stringify(value);
  return (value ?? null) as string | null;
}
