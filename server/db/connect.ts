import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema.ts';

/** Connects to a PostgreSQL server and hands out Drizzle over postgres.js. */
export function connect(url: string, options: postgres.Options<Record<string, never>> = {}) {
  const sql = postgres(url, { max: 10, onnotice: () => undefined, ...options });
  return { db: drizzle(sql, { schema }), sql, url, close: () => sql.end({ timeout: 5 }) };
}

export type Connection = ReturnType<typeof connect>;
/** What reads and writes take: the pool, or a transaction on it. */
export type Database = PgDatabase<PostgresJsQueryResultHKT, typeof schema>;
