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
export function replaceDatabaseName(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}

/** Returns a connection URL without its password, for messages and logs. */
export function removeUrlPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = '';
  return parsed.href;
}
