import type postgres from 'postgres';
import { createConnectionLostError, prepareClients } from '#server/db/driver.ts';

/** A connection of its own for one long transaction. */
export interface Session {
  sql: postgres.Sql;
  /** Throws once the connection was lost: the driver connects again in silence, outside of the transaction. */
  assertAlive: () => void;
  /** Ends the connection, and with it a transaction that was not committed. */
  close: () => Promise<void>;
}

/** Opens a connection without a limit of time on its statements. */
export function openSession(url: string): Session {
  const open = prepareClients(url, { max: 1, connectTimeoutMs: 10_000, statementTimeoutMs: 0 });
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

/** Quotes the name of a table or column for SQL text. */
export function quoteName(...parts: string[]): string {
  return parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
}
