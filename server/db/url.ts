import type { Options } from 'postgres';

/**
 * What postgres.js must be told beside the address: it does not read libpq's `?host=/folder` for a Unix socket, which
 * psql and node-postgres do.
 */
export function connectionFrom(url: string): {
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

/** The address of a database behind a Unix socket, in the form that psql, node-postgres and we understand. */
export function socketUrl(socket: string, port: number, user: string, database: string): string {
  const query = new URLSearchParams({ host: socket, port: String(port) });
  return `postgresql://${user}@localhost/${database}?${query.toString()}`;
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.href;
}

/** The address without its password, for messages and logs. */
export function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = '';
  return parsed.href;
}
