import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { throwBootError } from '#server/db/boot-error.ts';
import * as schema from '#server/db/schema.ts';
import { parseConnectionUrl } from '#server/db/url.ts';

/** Argument of all reads and writes: the pool, or a transaction on it. */
export type Database = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;

/** The bounds of a pool. */
export interface PoolOptions {
  /** Connections at most; 10 unless told. */
  max?: number;
  /** After how many milliseconds the server gives up one statement; 15 s unless told, 0 for never. */
  statementTimeoutMs?: number;
  /** How long to wait for a connection; 10 s unless told. */
  connectTimeoutMs?: number;
}

/** A pool of connections: Drizzle on our schema, and postgres.js beneath it. */
export interface Pool {
  db: Database;
  sql: postgres.Sql;
  /** Runs SQL text as it is, of several statements too when it has no values: for the job queue, which writes its own. */
  run: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  /** Listens to a notification channel on a dedicated connection that reconnects when lost. */
  listen: (
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
  ) => Promise<{ close: () => Promise<void> }>;
  url: string;
  close: () => Promise<void>;
}

/** A pool on `url`; it connects with its first statement. */
export function connect(url: string, options: PoolOptions = {}): Pool {
  const { url: address, options: socket } = parseDatabaseUrl(url);
  const sql = postgres(address, {
    ...socket,
    max: options.max ?? 10,
    connect_timeout: (options.connectTimeoutMs ?? 10_000) / 1000,
    // Notices ("relation already exists, skipping") are not for the terminal.
    onnotice: () => undefined,
    connection: {
      application_name: 'envol',
      statement_timeout: options.statementTimeoutMs ?? 15_000,
      TimeZone: 'UTC',
    },
  });
  const run = createRawRunner(sql);
  const db = drizzle(forcePreparedStatements(sql), { schema });
  const listen: Pool['listen'] = async (channel, onNotification, onReconnect) => {
    const listening = await sql.listen(channel, onNotification, onReconnect);
    return { close: () => listening.unlisten() };
  };
  return { db, sql, run, listen, url, close: () => sql.end({ timeout: 5 }) };
}

function createRawRunner(sql: postgres.Sql): Pool['run'] {
  const unsafe = sql.unsafe.bind(sql);
  return async (text, values) => {
    if (values) {
      return { rows: [...(await unsafe(text, values.map(toParameter)))] };
    }
    // May open a transaction of its own, which needs a connection to itself.
    const own = await sql.reserve();
    try {
      const result: unknown[] = await own.unsafe(text);
      // Several statements answer with a list of results.
      return { rows: result.some(Array.isArray) ? result.flat() : [...result] };
    } finally {
      own.release();
    }
  };
}

// Drizzle takes over the driver's writing of JSON, so that whoever hands over an object must write it.
function toParameter(value: unknown): string | number | boolean | null {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isPlain && !(value instanceof Date)) return JSON.stringify(value);
  return (value ?? null) as string | null;
}

/**
 * Makes Drizzle use prepared statements for every query. By default it does so only for queries that were
 * named; the server would parse and plan all others each time.
 */
function forcePreparedStatements<Client extends postgres.ISql>(client: Client): Client {
  const unsafe = client.unsafe.bind(client);
  client.unsafe = ((query, parameters, options) =>
    unsafe(query, parameters, { ...options, prepare: true })) as Client['unsafe'];
  for (const name of ['begin', 'savepoint']) {
    const open: unknown = Reflect.get(client, name);
    if (typeof open !== 'function') continue;
    // begin(options?, work) and savepoint(name?, work): the work gets a client of its own.
    Reflect.set(client, name, (...args: unknown[]) => {
      const work = args.pop() as (nested: postgres.TransactionSql) => unknown;
      return open(...args, (nested: postgres.TransactionSql) =>
        work(forcePreparedStatements(nested)),
      ) as unknown;
    });
  }
  return client;
}

function parseDatabaseUrl(url: string): ReturnType<typeof parseConnectionUrl> {
  try {
    if (/^postgres(ql)?:\/\//.test(url)) return parseConnectionUrl(url);
  } catch {
    // Reported below without the URL, which may contain a password.
  }
  return throwBootError(
    'DATABASE_URL is not an address of the form postgresql://user:password@host:5432/database.',
  );
}
