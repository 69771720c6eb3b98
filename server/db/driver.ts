import { hash } from 'node:crypto';
import {
  Client,
  type ClientConfig,
  DatabaseError,
  type QueryConfig,
  escapeIdentifier,
  TypeOverrides,
  types,
} from 'pg';
import { throwBootError } from '#server/db/boot-error.ts';

export interface ConnectionOptions {
  connectTimeoutMs: number;
  /** Time after which PostgreSQL cancels a statement; 0 for none. Not applied when `isPooled`. */
  statementTimeoutMs: number;
  /** Whether the address is a pooler's: poolers refuse time limits as connection parameters. */
  isPooled?: boolean;
}

/** Settings of pg for connections to one database, and the client for them: what its `Pool` takes. */
export type ConnectionConfig = ClientConfig & { Client: typeof Client };

/** A statement as pg takes it; with `rowMode: 'array'` its rows are arrays. */
export type Statement = QueryConfig & { rowMode?: 'array' };

export interface StatementResult<Row> {
  rows: Row[];
}

/** Time without traffic after which the operating system checks that the other side is still there. */
const KEEP_ALIVE_MS = 60_000;
/** Messages of the driver's errors where a connection was not made, or not free, in time. */
const CONNECT_TIMEOUTS = new Set([
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/** Dates and times, and lists of them, by type: left as the text that Drizzle decodes. */
const TEXT_TYPES = [
  types.builtins.DATE,
  types.builtins.TIMESTAMP,
  types.builtins.TIMESTAMPTZ,
  types.builtins.INTERVAL,
  1115,
  1182,
  1185,
  1187,
];
const valueTypes = new TypeOverrides();
for (const type of TEXT_TYPES) valueTypes.setTypeParser(type, 'text', (value: string) => value);

/** JSON as the database sent it, until a caller parses it. */
export class UnparsedJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  parse(): unknown {
    return JSON.parse(this.text);
  }
}

/** Types for a statement of many rows that are taken one after the other: their JSON comes as `UnparsedJson`. */
export const unparsedJsonTypeOverrides = new TypeOverrides(valueTypes);
for (const type of [types.builtins.JSON, types.builtins.JSONB])
  unparsedJsonTypeOverrides.setTypeParser(type, 'text', (value: string) => new UnparsedJson(value));

/**
 * Returns pg's settings for connections to the database at `url`, in UTC and with `options`.
 * @throws {BootError} unless `url` is a PostgreSQL connection URL
 */
export function createConnectionConfig(
  url: string,
  { connectTimeoutMs, statementTimeoutMs, isPooled = false }: ConnectionOptions,
): ConnectionConfig {
  return {
    connectionString: checkUrl(url),
    application_name: 'envol',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: valueTypes,
    Client: createClientClass({
      TimeZone: 'UTC',
      ...(!isPooled && { statement_timeout: String(statementTimeoutMs) }),
    }),
  };
}

/**
 * Returns pg's client, which tells of a lost connection by its statements alone, with further connection parameters:
 * its settings have no time zone, and leave out a limit of 0, where that of the role would hold; as `options` many
 * poolers refuse both.
 */
function createClientClass(parameters: Record<string, string>): typeof Client {
  const { getStartupConf } = Client.prototype as unknown as { getStartupConf: () => object };
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      // The statements under way fail with the connection, and those after it.
      this.on('error', () => undefined);
    }

    getStartupConf(): object {
      return { ...getStartupConf.call(this), ...parameters };
    }
  };
}

// Statements that every request sends are one object each.
const names = new WeakMap<Statement, string>();

/**
 * Returns a statement with a name made from its text, by which PostgreSQL keeps it prepared on a connection: parsed
 * once, and planned once where that is as good.
 */
export function toNamedStatement(statement: Statement): Statement {
  const name = names.get(statement) ?? hash('sha1', statement.text, 'base64url');
  names.set(statement, name);
  return { ...statement, name };
}

/**
 * The connection to the database was lost, or could not be made. `code` is the operating system's where it gave one
 * (such as ECONNREFUSED); `cause` is the driver's error.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: string;

  constructor(cause?: Error & { code?: unknown }) {
    super(cause?.message ?? 'The connection to the database ended.', { cause });
    if (typeof cause?.code === 'string') this.code = cause.code;
    else this.code = CONNECT_TIMEOUTS.has(this.message) ? 'CONNECT_TIMEOUT' : 'CONNECTION_CLOSED';
  }
}

/**
 * Returns the error to throw for one of the driver's: PostgreSQL's own and those of values that cannot be sent as they
 * are; any other means that there is no connection, which the driver tells in many ways.
 */
export function toDatabaseError(error: unknown): unknown {
  const isOther =
    !(error instanceof Error) || error instanceof DatabaseError || error instanceof TypeError;
  return isOther ? error : new ConnectionError(error);
}

const MAX_CAUSES = 6;

/** Returns PostgreSQL's error, or that of a lost connection, which an error is or was caused by; null for any other. */
export function findDatabaseError(error: unknown): DatabaseError | ConnectionError | null {
  for (let current = error, depth = 0; current instanceof Error && depth < MAX_CAUSES; depth++) {
    if (current instanceof DatabaseError || current instanceof ConnectionError) return current;
    current = current.cause;
  }
  return null;
}

/** Returns the SQLSTATE of PostgreSQL's error, also when it is wrapped as a cause; undefined for other errors. */
export function findSqlState(error: unknown): string | undefined {
  const found = findDatabaseError(error);
  return found instanceof DatabaseError ? found.code : undefined;
}

export function quoteSqlIdentifier(...parts: string[]): string {
  return parts.map((part) => escapeIdentifier(part)).join('.');
}

function checkUrl(url: string): string {
  try {
    const parsed = new URL(url);
    if (/^postgres(ql)?:$/.test(parsed.protocol)) {
      // As libpq and psql read `sslmode`: pg itself takes `require` for `verify-full`.
      if (parsed.searchParams.has('sslmode')) parsed.searchParams.set('uselibpqcompat', 'true');
      return parsed.href;
    }
  } catch {
    // Reported below without the URL, which may contain a password.
  }
  return throwBootError(
    'DATABASE_URL is not an address of the form postgresql://user:password@host:5432/database.',
  );
}
