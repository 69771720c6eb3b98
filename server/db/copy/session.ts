import type postgres from 'postgres';
import { createConnectionLostError, createClientFactory } from '#server/db/driver.ts';

/** A dedicated connection for one long transaction. */
export interface DatabaseSession {
  sql: postgres.Sql;
  /** @throws {Error} when the connection was lost: the driver silently reconnects, outside the transaction */
  assertAlive: () => void;
  /** Ends the connection, which rolls back what was not committed. */
  close: () => Promise<void>;
}

/**
 * Prepares a dedicated database connection without a statement timeout, for backup and restore; it connects with its
 * first statement. `assertAlive` throws once the connection is lost.
 */
export function openDatabaseSession(url: string): DatabaseSession {
  const open = createClientFactory(url, {
    max: 1,
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 0,
  });
  let isLost = false;
  const sql = open({ isLasting: true, onClose: () => (isLost = true) });
  return {
    sql,
    assertAlive: () => {
      if (isLost) throw createConnectionLostError();
    },
    close: () => sql.end({ timeout: 0 }),
  };
}

/** Quotes a name for SQL text; several parts (schema, table) are joined by dots. */
export function quoteName(...parts: string[]): string {
  return parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
}
