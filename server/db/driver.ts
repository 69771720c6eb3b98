import postgres from 'postgres';
import { throwBootError } from '#server/db/boot-error.ts';
import { parseConnectionUrl } from '#server/db/url.ts';

/** What differs between the clients of one pool; all else is the same for every connection of ours. */
export interface ClientOptions {
  /** Connections at most. */
  max: number;
  connectTimeoutMs: number;
  /** After how many milliseconds the server gives up one statement; 0 for never. */
  statementTimeoutMs: number;
  /** Whether statements are prepared by name, which a pooler in transaction mode may not support. */
  prepare: boolean;
  /** Whether the address is a pooler's: poolers refuse limits of time as parameters of a connection. */
  isPooled: boolean;
}

/** Opens a client of the driver on one database. It connects with its first statement. */
export type OpenClient = (
  options: Partial<ClientOptions> & {
    /** Called whenever a connection ends, expected or not. */
    onClose?: () => void;
    /** Called for each notification of a channel the client listens to. */
    onNotification?: (channel: string, payload: string) => void;
    /** Keeps the connection for ever; otherwise it is renewed within the hour. */
    isLasting?: boolean;
  },
) => postgres.Sql;

/** Longest pause before a client tries again to connect: whoever waits for the database is not kept longer than it. */
const RECONNECT_SECONDS = 0.1;

/**
 * Returns a function that opens clients of the database at `url`.
 * @throws {BootError} unless it is an address of a PostgreSQL.
 */
export function prepareClients(
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
    return postgres(address, {
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
        ...(!isPooled && { statement_timeout: statementTimeoutMs }),
        TimeZone: 'UTC',
      },
    });
  };
}

/** The error of a statement whose connection is gone, with the code that the driver gives it. */
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
