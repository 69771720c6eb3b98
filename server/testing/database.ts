import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Pool, type PoolOptions } from '#server/db/pool.ts';
import { replaceDatabase } from '#server/db/url.ts';

/**
 * A database of its own with the newest schema, copied from the run's template (about 60 ms). `close` drops it. Its `url`
 * serves as DATABASE_URL for a server in another process.
 */
export async function createDatabase(options: PoolOptions = {}): Promise<Pool> {
  const { admin, template } = inject('cluster');
  const name = template.replace('template', randomBytes(6).toString('hex'));
  await onServer(admin, (sql) => sql`create database ${sql(name)} template ${sql(template)}`);
  const pool = connect(replaceDatabase(admin, name), { max: 4, ...options });
  return {
    ...pool,
    close: async () => {
      await pool.close();
      await onServer(admin, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
    },
  };
}

async function onServer(url: string, run: (sql: Pool['sql']) => Promise<unknown>): Promise<void> {
  const { sql, close } = connect(url, { max: 1, statementTimeoutMs: 0 });
  try {
    await run(sql);
  } finally {
    await close();
  }
}
