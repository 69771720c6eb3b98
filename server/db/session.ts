import type { Client } from 'pg';
import {
  type ConnectionOptions,
  createConnectionConfig,
  type StatementResult,
  toDatabaseError,
} from './driver.ts';

/** A dedicated connection to the database itself, for what belongs to a session: locks, notifications, COPY. */
export interface DatabaseSession {
  client: Client;
  /** Runs one statement. @throws {ConnectionError} when the connection was lost */
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<StatementResult<Row>>;
  /** Resolves when the connection is lost or closed. */
  ended: Promise<void>;
  /** Ends the connection, which rolls back what was not committed and gives up its locks. */
  close: () => Promise<void>;
}

const DEFAULTS: ConnectionOptions = { connectTimeoutMs: 10_000, statementTimeoutMs: 0 };

/**
 * Opens a dedicated connection; by default its statements have no time limit. It is never made anew: once it is lost,
 * its statements fail.
 * @throws {Error} of the driver or the operating system, when it can't be made
 */
export async function openDatabaseSession(
  url: string,
  options: Partial<ConnectionOptions> & { applicationName?: string } = {},
): Promise<DatabaseSession> {
  const { applicationName, ...connection } = options;
  const { Client, ...config } = createConnectionConfig(url, { ...DEFAULTS, ...connection });
  const client = new Client({
    ...config,
    ...(applicationName !== undefined && { application_name: applicationName }),
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  client.once('end', () => resolve());
  try {
    await client.connect();
  } catch (error) {
    void client.end();
    throw toDatabaseError(error);
  }
  return {
    client,
    query: async <Row extends object>(
      text: string,
      values?: unknown[],
    ): Promise<StatementResult<Row>> => {
      try {
        return await client.query<Row>(text, values);
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
    ended,
    close: () => client.end(),
  };
}
