import { quoteSqlIdentifier } from '#server/db/driver.ts';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { inject, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createPool } from '#server/db/pool.ts';
import { replaceDatabaseName } from '#server/db/url.ts';

async function withEmptyDatabase(suffix: string, run: (url: string) => Promise<void>) {
  const { admin, template } = inject('cluster');
  const name = template.replace('template', suffix);
  const server = createPool(admin, { max: 1 });
  await server.query(`create database ${quoteSqlIdentifier(name)} template template0`);
  await run(replaceDatabaseName(admin, name));
  await server.query(`drop database ${quoteSqlIdentifier(name)} with (force)`);
  await server.close();
}

test('a database made before the first release is refused with a sentence and left as it is', () =>
  withEmptyDatabase('unreleased', async (url) => {
    const pool = createPool(url, { max: 1 });
    await pool.query('create schema drizzle');
    await pool.query(
      'create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)',
    );
    await pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('old', 1)`,
    );
    await expect(migrateDatabase(pool)).rejects.toThrow(/before the first release/);
    const {
      rows: [row],
    } = await pool.query(`select to_regclass('public.users') as users`);
    expect(row).toEqual({ users: null });
    await pool.close();
  }));

test('servers that start at once on an empty database migrate it once', () =>
  withEmptyDatabase('migrate', async (url) => {
    const first = createPool(url, { max: 2 });
    const pools = [first, createPool(url, { max: 2 }), createPool(url, { max: 2 })];
    const counts = await Promise.all(pools.map((pool) => migrateDatabase(pool)));
    expect(counts.filter((count) => count > 0)).toHaveLength(1);
    expect(await migrateDatabase(first)).toBe(0);
    const {
      rows: [row],
    } = await first.query(`
      select count(*)::int as extensions from pg_extension where extname in ('unaccent', 'pg_trgm')`);
    expect(row).toEqual({ extensions: 2 });
    await Promise.all(pools.map((pool) => pool.close()));
  }));

test('one snapshot of the tables is kept, that of the newest migration', async () => {
  const folder = path.join(import.meta.dirname, 'migrations');
  const newest = (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .at(-1);
  expect((await readdir(path.join(folder, 'meta'))).toSorted()).toEqual([
    `${newest?.slice(0, 4)}_snapshot.json`,
    '_journal.json',
  ]);
});
