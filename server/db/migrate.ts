import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { throwBootError } from '#server/db/boot-error.ts';
import { runUnderBootLock } from '#server/db/boot-lock.ts';
import { quoteSqlIdentifier } from '#server/db/driver.ts';
import type { Pool } from '#server/db/pool.ts';
import { ROOT } from '#server/root.ts';

export const MIGRATIONS_FOLDER = join(ROOT, 'server/db/migrations');

/**
 * Applies pending migrations and resolves to their number; costs one query when there are none. Servers may call it at
 * once: they wait for each other.
 * @throws {BootError} when the database's migrations do not match ours, or an extension is missing and cannot be added
 */
export async function migrateDatabase(
  { query, url }: Pick<Pool, 'query' | 'url'>,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<number> {
  if ((await countPendingMigrations(query, migrationsFolder)) === 0) return 0;
  return runUnderBootLock({ url }, {}, (own) => applyMigrationsWithLockHeld(own, migrationsFolder));
}

/** Applies pending migrations, on a connection of `runUnderBootLock`, whose lock is held. */
export async function applyMigrationsWithLockHeld(
  { query, db }: Pick<Pool, 'query' | 'db'>,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<number> {
  const count = await countPendingMigrations(query, migrationsFolder);
  if (count === 0) return 0;
  await ensureExtensions(query);
  await migrate(db, { migrationsFolder });
  return count;
}

/** Returns how many migrations of the journal the database lacks. */
async function countPendingMigrations(query: Pool['query'], folder: string): Promise<number> {
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[];
  };
  const { rows } = await query<{ at: string }>(
    'select created_at as at from drizzle.__drizzle_migrations',
  ).catch((error: { code?: string }) => {
    if (error.code === '42P01' || error.code === '3F000') return { rows: [] };
    throw error;
  });
  const applied = new Set(rows.map(({ at }) => Number(at)));
  const [first] = journal.entries;
  if (applied.size > 0 && first && !applied.has(first.when))
    throwBootError(
      'This database was made before the first release, whose migrations are no longer there: ' +
        'start with another DATA_DIR or DATABASE_URL.',
    );
  const newest = Math.max(0, ...applied);
  const missing = journal.entries.filter(({ when }) => !applied.has(when));
  // Drizzle looks only at the newest one applied and would silently skip an older one that came with a merge.
  const late = missing.find(({ when }) => when < newest);
  if (late)
    throwBootError(
      `The migration ${late.tag} is older than one this database already has: generate it anew.`,
    );
  return missing.length;
}

/** Adds the extensions that the schema needs, if missing. @throws {BootError} when they may not be added */
export async function ensureExtensions(query: Pool['query']): Promise<void> {
  for (const name of ['unaccent', 'pg_trgm']) await ensureExtension(query, name);
}

async function ensureExtension(query: Pool['query'], name: string): Promise<void> {
  const { rows } = await query('select 1 from pg_extension where extname = $1', [name]);
  if (rows.length > 0) return;
  await query(`create extension if not exists ${quoteSqlIdentifier(name)}`).catch((error: Error) =>
    throwBootError(
      `The database lacks the extension ${name} and we may not add it (${error.message}): ask its owner to.`,
    ),
  );
}
