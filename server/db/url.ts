import type { Options } from 'postgres';

/**
 * Parses a connection URL for postgres.js, which does not read libpq's `?host=/folder` for a Unix socket as
 * psql and node-postgres do.
 */
export function parseConnectionUrl(url: string): {
  url: string;
  options: Options<Record<string, never>>;
} {
  const parsed = new URL(url);
  const socket = parsed.searchParams.get('host');
  const port = parsed.searchParams.get('port');
  parsed.searchParams.delete('host');
  parsed.searchParams.delete('port');
  return {
    url: parsed.href,
    options: { ...(socket && { host: socket }), ...(port && { port: Number(port) }) },
  };
}

/** Builds the connection URL of a database behind a Unix socket, as psql, node-postgres and this app read it. */
export function buildSocketUrl(
  socket: string,
  port: number,
  user: string,
  database: string,
): string {
  const query = new URLSearchParams({ host: socket, port: String(port) });
  return `postgresql://${user}@localhost/${database}?${query.toString()}`;
}

/** Replaces the database name in a connection URL. */
export function replaceDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}

/** Removes the password from a connection URL, for messages and logs. */
export function redactPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = '';
  return parsed.href;
}
