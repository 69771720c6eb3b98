import { inject, expect, test } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { connect } from '#server/db/pool.ts';
import { withDatabase } from '#server/db/url.ts';

test('servers that start at once on an empty database migrate it once', async () => {
  const { admin, template } = inject('cluster');
  const name = template.replace('template', 'migrate');
  const server = connect(admin, { max: 1 });
  await server.sql`create database ${server.sql(name)} template template0`;
  const url = withDatabase(admin, name);
  const first = connect(url, { max: 2 });
  const pools = [first, connect(url, { max: 2 }), connect(url, { max: 2 })];
  const counts = await Promise.all(pools.map((pool) => migrateDatabase(pool)));
  expect(counts.filter((count) => count > 0)).toHaveLength(1);
  expect(await migrateDatabase(first)).toBe(0);
  const [row] = await first.sql`
    select count(*)::int as extensions from pg_extension where extname in ('unaccent', 'pg_trgm')`;
  expect(row).toEqual({ extensions: 2 });
  await Promise.all(pools.map((pool) => pool.close()));
  await server.sql`drop database ${server.sql(name)} with (force)`;
  await server.close();
});
