import { quoteSqlIdentifier } from '#server/db/driver.ts';
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createPool, type Pool, type PoolOptions } from '#server/db/pool.ts';
import { replaceDatabaseName } from '#server/db/url.ts';

// No limits of time: a busy machine lets a statement wait long.
const PATIENT = { connectTimeoutMs: 0, statementTimeoutMs: 0 };

/**
 * Creates a database of its own with the newest schema by copying a template (about 30 ms in memory); empty unless another
 * `template` is named. `close` drops it. Its `url` serves as DATABASE_URL for a server in another process.
 */
export async function createTestDatabase({
  template,
  ...options
}: PoolOptions & { template?: string } = {}): Promise<Pool> {
  const { admin, template: empty } = inject('cluster');
  const name = empty.replace('template', randomBytes(6).toString('hex'));
  await onServer(admin, (query) =>
    query(
      `create database ${quoteSqlIdentifier(name)} template ${quoteSqlIdentifier(template ?? empty)} strategy file_copy`,
    ),
  );
  const pool = createPool(replaceDatabaseName(admin, name), { max: 4, ...PATIENT, ...options });
  return {
    ...pool,
    close: async () => {
      await pool.close();
      await onServer(admin, (query) =>
        query(`drop database if exists ${quoteSqlIdentifier(name)} with (force)`),
      );
    },
  };
}

async function onServer(
  url: string,
  run: (query: Pool['query']) => Promise<unknown>,
): Promise<void> {
  const { query, close } = createPool(url, { max: 1, ...PATIENT });
  try {
    await run(query);
  } finally {
    await close();
  }
}
