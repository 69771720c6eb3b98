import postgres from 'postgres';
import { throwBootError } from '#server/db/boot-error.ts';
import { parseConnectionUrl } from '#server/db/url.ts';

/** Options in which the clients of a pool differ. */
export interface ClientOptions {
  /** Largest number of connections. */
  max: number;
  connectTimeoutMs: number;
  /** Time after which PostgreSQL cancels a statement; 0 for none. Not applied when `isPooled`. */
  statementTimeoutMs: number;
  /** Whether statements are prepared by name, which a pooler in transaction mode may not support. */
  prepare: boolean;
  /** Whether the address is a pooler's: poolers refuse time limits as connection parameters. */
  isPooled: boolean;
}

/** Creates a client of one database. It connects with its first statement. */
export type OpenClient = (
  options: Partial<ClientOptions> & {
    /** Called whenever a connection ends, expected or not. */
    onClose?: () => void;
    /** Called for each notification on a channel that the client listens to. */
    onNotification?: (channel: string, payload: string) => void;
    /** Keeps the connection open; otherwise the driver renews it within the hour. */
    isLasting?: boolean;
  },
) => postgres.Sql;

/** Pause before a client tries again to connect, short so that nobody waits longer than the outage. */
const RECONNECT_SECONDS = 0.1;

/**
 * Returns a function that creates clients of the database at `url`, each with `common` options and its own.
 * @throws {BootError} unless `url` is a PostgreSQL connection URL
 */
export function createClientFactory(
  url: string,
  common: Omit<ClientOptions, 'prepare' | 'isPooled'> &
    Partial<Pick<ClientOptions, 'prepare' | 'isPooled'>>,
): OpenClient {
  const { url: address, options: socket } = parseDatabaseUrl(url);
  return ({ onClose, onNotification, isLasting, ...own }) => {
    const { max, connectTimeoutMs, statementTimeoutMs, prepare, isPooled } = {
      ...{ prepare: true, isPooled: false },
      ...common,
      ...own,
    };
    const client = postgres(address, {
      ...socket,
      max,
      prepare,
      connect_timeout: connectTimeoutMs / 1000,
      backoff: () => RECONNECT_SECONDS,
      ...(isLasting && { max_lifetime: null, idle_timeout: 0 }),
      ...(onClose && { onclose: onClose }),
      // The types of the driver leave it out.
      ...((onNotification && { onnotify: onNotification }) as object),
      // Notices ("relation already exists, skipping") are not for the terminal.
      onnotice: () => undefined,
      connection: {
        application_name: 'envol',
        // As text: the driver leaves out a parameter that is 0, and a limit of the role would hold.
        ...(!isPooled && { statement_timeout: String(statementTimeoutMs) as unknown as number }),
        TimeZone: 'UTC',
      },
    });
    const unsafe = client.unsafe.bind(client);
    return Object.assign(client, {
      unsafe: ((...parameters) => closeGaps(unsafe(...parameters))) satisfies typeof unsafe,
    });
  };
}

/**
 * Makes a query of the driver resolve to its rows alone. Where the statement before it on its connection failed after
 * its first rows, the driver (3.4.9) leaves as many gaps before this one's (porsager/postgres#1181).
 */
export function closeGaps<Query extends object>(query: Query): Query {
  const { resolve } = query as { resolve: (rows: unknown[]) => void };
  return Object.assign(query, {
    resolve: (rows: unknown[]) => {
      if (rows.length > 0 && !(0 in rows))
        rows.splice(
          0,
          rows.findIndex((_row, index) => index in rows),
        );
      resolve(rows);
    },
  });
}

/** Returns the error of a statement whose connection was lost, with the driver's code for it. */
export function createConnectionLostError(): Error {
  return Object.assign(new Error('The connection to the database ended.'), {
    code: 'CONNECTION_CLOSED',
  });
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
