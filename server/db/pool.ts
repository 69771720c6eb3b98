import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { type Connections, createConnections, type TransactionConnection } from './connections.ts';
import { createConnectionConfig, type StatementResult, type Statement } from './driver.ts';
import { listenToChannel } from './listen.ts';
import { noteOutageForRethrow } from './outage.ts';

/** Argument of all reads and writes: the pool, or a transaction on it. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

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

/** A pool of connections: Drizzle, and a way past it for SQL text. */
export interface Pool {
  db: Database;
  /** The same on two connections of its own, for transactions that a slow reader may hold up. */
  exportDb: Database;
  /** Runs SQL text as it is, outside of transactions; without `values` it may be several statements. */
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<StatementResult<Row>>;
  /** Listens to a notification channel on a dedicated connection to `url`, as listenToChannel does. */
  listen: (
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
    lockId?: number | null,
  ) => Promise<{ close: () => Promise<void> }>;
  /** Registers a listener of the errors of failed statements and lost connections. */
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
    directUrl,
    prepare = true,
  } = options;
  const isPooled = directUrl !== undefined;
  const config = createConnectionConfig(url, { connectTimeoutMs, statementTimeoutMs, isPooled });
  const listeners = [noteOutageForRethrow];
  const onFailure = (error: unknown) => listeners.forEach((listener) => listener(error));
  const open = (count: number) => createConnections(config, { max: count, prepare, onFailure });
  // Apart: a transaction that waits for a single statement, such as a look-up of who calls, must find a connection.
  const single = open(max);
  const transactions = open(max);
  const exports = open(EXPORT_CONNECTIONS);
  return {
    db: drizzle({ client: new DrizzlePool(single, transactions) as unknown as pg.Pool }),
    exportDb: drizzle({ client: new DrizzlePool(single, exports) as unknown as pg.Pool }),
    query: async <Row extends object>(
      text: string,
      values?: unknown[],
    ): Promise<StatementResult<Row>> => {
      const result = await single.query({ text }, values?.length ? values : undefined);
      // Several statements give a list of results.
      return { rows: [result].flat().flatMap(({ rows }) => rows) };
    },
    listen: (...parameters) => listenToChannel(directUrl ?? url, ...parameters),
    onFailure: (listener) => void listeners.push(listener),
    url: directUrl ?? url,
    close: async () => {
      await Promise.all([transactions.close(), exports.close()]);
      await single.close();
    },
  };
}

/**
 * What Drizzle uses of a `pg.Pool`, whose name it must have in its own: `query` for single statements, and `connect` for
 * a transaction.
 */
export class DrizzlePool {
  readonly #single: Connections;
  readonly #transactions: Connections;

  constructor(single: Connections, transactions: Connections) {
    this.#single = single;
    this.#transactions = transactions;
  }

  /** Number of single statements that run at once. */
  get max(): number {
    return this.#single.max;
  }

  query(statement: Statement, values: unknown[] = []): Promise<pg.QueryResult> {
    return this.#single.query(statement, values);
  }

  connect(): Promise<TransactionConnection> {
    return this.#transactions.borrow();
  }
}
