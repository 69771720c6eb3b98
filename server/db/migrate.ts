import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { connect, type Pool } from '#server/db/pool.ts';
import { refuse } from '#server/db/boot-error.ts';

/** Where drizzle-kit writes the migrations. */
const ourMigrations = fileURLToPath(new URL('migrations', import.meta.url));

/** One server migrates, the others wait: the same number everywhere. */
const migrationLock = 7_238_651;

/**
 * Brings the database to the newest schema; resolves to how many migrations that took. With nothing new it costs one
 * query. Any number of servers may call it at once.
 */
export async function migrateDatabase(
  { sql, url }: Pick<Pool, 'sql' | 'url'>,
  migrationsFolder = ourMigrations,
): Promise<number> {
  if ((await pending(sql, migrationsFolder)) === 0) return 0;
  // A connection of its own: the lock belongs to a session, and a migration may take longer than any statement of ours.
  const own = connect(url, { max: 1, statementTimeoutMs: 0 });
  try {
    await own.sql`select pg_advisory_lock(${migrationLock})`;
    const count = await pending(own.sql, migrationsFolder);
    if (count === 0) return 0;
    for (const name of ['unaccent', 'pg_trgm']) await ensureExtension(own.sql, name);
    await migrate(own.db, { migrationsFolder });
    return count;
  } finally {
    await own.close();
  }
}

/** How many migrations of the journal the database lacks. */
async function pending(sql: Pool['sql'], folder: string): Promise<number> {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[];
  };
  const done = await sql<
    { at: string }[]
  >`select created_at as at from drizzle.__drizzle_migrations`.catch((error: { code?: string }) => {
    if (error.code === '42P01' || error.code === '3F000') return [];
    throw error;
  });
  const applied = new Set(done.map(({ at }) => Number(at)));
  const newest = Math.max(0, ...applied);
  const missing = journal.entries.filter(({ when }) => !applied.has(when));
  // Drizzle looks only at the newest one applied and would silently skip an older one that came with a merge.
  const late = missing.find(({ when }) => when < newest);
  if (late)
    refuse(
      `The migration ${late.tag} is older than one this database already has: generate it anew.`,
    );
  return missing.length;
}

async function ensureExtension(sql: Pool['sql'], name: string): Promise<void> {
  const [there] = await sql`select 1 from pg_extension where extname = ${name}`;
  if (there) return;
  await sql`create extension if not exists ${sql(name)}`.catch((error: Error) =>
    refuse(
      `The database lacks the extension ${name} and we may not add it (${error.message}): ask its owner to.`,
    ),
  );
}
