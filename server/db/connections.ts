import { setTimeout as delay } from 'node:timers/promises';
import {
  type Client,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryResult,
} from 'pg';
import {
  ConnectionError,
  type ConnectionConfig,
  toNamedStatement,
  type Statement,
  toDatabaseError,
} from './driver.ts';

export interface ConnectionsOptions {
  max: number;
  /** Whether statements with values are prepared by name, which a pooler in transaction mode may not support. */
  prepare: boolean;
  /** Receives the error of each statement that fails, and of each connection that can't be made. */
  onFailure: (error: unknown) => void;
}

export interface Connections {
  readonly max: number;
  /** Runs one statement, or without values SQL text of several. */
  query: (statement: Statement, values?: unknown[]) => Promise<QueryResult>;
  borrow: () => Promise<TransactionConnection>;
  /** Refuses further work, waits at most five seconds for what runs and ends the connections. */
  close: () => Promise<void>;
}

const IDLE_MS = 30_000;
/** How long a connection is kept, because PostgreSQL holds the plans of every statement that was prepared on it. */
const LIFETIME_SECONDS = 45 * 60;
/** How long statements and transactions under way may take to finish when the group is closed. */
const CLOSE_TIMEOUT_MS = 5_000;
/** How PostgreSQL says that a prepared statement gives other columns than when it was planned: a migration came. */
const OUTDATED_PLAN = 'RevalidateCachedQuery';

/** Opens connections as they are needed; further work waits for one, at most for the time in which one must be made. */
export function createConnections(
  config: ConnectionConfig,
  { max, prepare, onFailure }: ConnectionsOptions,
): Connections {
  const pool = new Pool({
    ...(config as PoolConfig),
    max,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
  });
  const clients = new Set<PoolClient>();
  pool.on('connect', (client) => void clients.add(client));
  pool.on('remove', (client) => void clients.delete(client));
  // An unused connection ended, as poolers and firewalls do; the pool has dropped it.
  pool.on('error', () => undefined);

  const acquire = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      throw report(toDatabaseError(error));
    }
  };

  const report = (error: unknown) => {
    onFailure(error);
    return error;
  };

  const send: Send = async (client, statement, values) => {
    try {
      return await client.query(
        prepare && values ? toNamedStatement(statement) : statement,
        values,
      );
    } catch (error) {
      throw report(toDatabaseError(error));
    }
  };

  /** Runs a statement on a connection of its own, which ends if it is not fit for another. */
  async function run(statement: Statement, values?: unknown[]): Promise<QueryResult> {
    const client = await acquire();
    let isUnfit = false;
    try {
      return await send(client, statement, values);
    } catch (error) {
      // Several statements may have left a transaction open.
      isUnfit = isOutdated(error) || (!values && !(await tryToRollBack(client)));
      throw error;
    } finally {
      client.release(isUnfit);
    }
  }

  async function closePool(): Promise<void> {
    const late = new AbortController();
    const ended = pool.end().finally(() => late.abort());
    await Promise.race([
      ended,
      delay(CLOSE_TIMEOUT_MS, null, { signal: late.signal }).catch(() => undefined),
    ]);
    await Promise.all([...clients].map((client) => (client as unknown as Client).end()));
  }
  let closing: Promise<void> | undefined;

  return {
    max,
    query: (statement, values) =>
      run(statement, values).catch((error: unknown) => {
        // It was not executed, and that connection has ended.
        if (isOutdated(error)) return run(statement, values);
        throw error;
      }),
    borrow: async () => new TransactionConnection(await acquire(), send),
    close: () => (closing ??= closePool()),
  };
}

type Send = (client: PoolClient, statement: Statement, values?: unknown[]) => Promise<QueryResult>;

/** A connection lent to one transaction of Drizzle's, which sends `begin`, its statements, and `commit` or `rollback`. */
export class TransactionConnection {
  readonly #client: PoolClient;
  readonly #send: Send;
  #isOver = false;
  #isLost = false;
  /** The first error of a statement. */
  #failure: unknown;
  /** The end of the statement before: the driver takes one at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(client: PoolClient, send: Send) {
    this.#client = client;
    this.#send = send;
  }

  /**
   * Runs a statement of the transaction.
   * @throws {ConnectionError} when the connection was lost or the transaction is over: it would run outside of it
   */
  query(statement: Statement, values: unknown[] = []): Promise<QueryResult> {
    const run = this.#turn.then(() => this.#run(statement, values));
    this.#turn = run.catch(() => undefined);
    return run;
  }

  async #run(statement: Statement, values: unknown[]): Promise<QueryResult> {
    if (this.#isOver) throw new ConnectionError();
    const { text } = statement;
    try {
      const result = await this.#send(this.#client, statement, values);
      // Where a statement failed and its error was caught, PostgreSQL answers `commit` so.
      if (text === 'commit' && result.command === 'ROLLBACK') throw this.#failure;
      return result;
    } catch (error) {
      this.#failure ??= error;
      this.#isLost ||= error instanceof ConnectionError;
      // Drizzle (0.45.4) releases no connection on which the transaction could not begin.
      if (text.startsWith('begin')) this.release();
      // The connection took the transaction with it; the error that led here is to be thrown, and not this one.
      if (text === 'rollback' && this.#isLost) return EMPTY_RESULT;
      throw error;
    }
  }

  /** Gives the connection back, or ends it where its transaction may still be open. */
  release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#client.release(this.#client.getTransactionStatus() !== 'I');
  }
}

const EMPTY_RESULT: QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

const isOutdated = (error: unknown) =>
  error instanceof DatabaseError && error.routine === OUTDATED_PLAN;

/** Ends the transaction of a connection, if any; resolves to whether it could. */
const tryToRollBack = (client: PoolClient) =>
  client.query('rollback').then(
    () => true,
    () => false,
  );
