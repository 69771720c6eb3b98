import type { Options } from 'postgres';

/**
 * Parses a connection URL for postgres.js: moves `?host=` (a Unix socket's folder) and `?port=`, which it does not read
 * as psql does, from the URL to its options.
 * @throws {TypeError} when it is no URL
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

/**
 * Builds the connection URL of a database behind a Unix socket, in the form that psql, node-postgres and this app read.
 */
export function buildSocketUrl(
  socket: string,
  port: number,
  user: string,
  database: string,
): string {
  const query = new URLSearchParams({ host: socket, port: String(port) });
  return `postgresql://${user}@localhost/${database}?${query.toString()}`;
}

/** Returns a connection URL with another database name. */
export function replaceDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}

/** Returns a connection URL without its password, for messages and logs. */
export function redactPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = '';
  return parsed.href;
}
