import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { createPool, type Pool } from '#server/db/pool.ts';
import { createTestDatabase } from '#server/testing/database.ts';

// A real pooler takes part in the proofs (`npm run prove:cluster`). Here the database stands in for one.

let database: Pool;
let other: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  other = await createTestDatabase({ max: 1 });
});
afterAll(async () => {
  await database.close();
  await other.close();
});

it('through a pooler, the database gives up what takes too long by a setting of the role', async () => {
  const { url } = database;
  const open = () => openDatabase({ url, directUrl: url, prepare: false });
  // Several servers at once, which set it once.
  for (const pool of await Promise.all([open(), open(), open()])) await pool.close();
  const pool = await open();
  const {
    rows: [row],
  } = await pool.query(`select current_setting('statement_timeout') as "limit"`);
  await pool.close();
  expect(row).toEqual({ limit: '15s' });
});

it('what may take long, as a migration and a backup may, has no limit in spite of that of the role', async () => {
  await other.query(
    `alter role current_user in database "${new URL(other.url).pathname.slice(1)}" set statement_timeout = 1000`,
  );
  const pool = createPool(other.url, { max: 1, statementTimeoutMs: 0 });
  const {
    rows: [row],
  } = await pool.query(`select current_setting('statement_timeout') as "limit"`);
  await pool.close();
  expect(row).toEqual({ limit: '0' });
});

it('nothing stays behind on a connection of the pooler: no statement by name, and none is needed', async () => {
  const pool = createPool(database.url, { max: 1, directUrl: database.url, prepare: false });
  for (const number of [1, 2])
    await pool.db.transaction((tx) => tx.execute(sql`select ${number}::int`));
  expect(
    (await pool.db.execute(sql`select ${2}::int + count(*)::int as n from pg_prepared_statements`))
      .rows,
  ).toEqual([{ n: 2 }]);
  await pool.close();
});

it('notifications come past the pooler', async () => {
  // No pooler listens there.
  const pool = createPool('postgres://envol@127.0.0.1:1/envol', { directUrl: database.url });
  const heard = Promise.withResolvers<string>();
  const { close } = await pool.listen('greetings', heard.resolve, () => undefined);
  await database.query(`select pg_notify('greetings', 'hello')`);
  expect(await heard.promise).toBe('hello');
  await close();
  await pool.close();
});

it('two addresses that lead to different databases are refused with a sentence', async () => {
  const opening = openDatabase({ url: database.url, directUrl: other.url });
  await expect(opening).rejects.toThrow('DATABASE_DIRECT_URL leads to another database');
});

it('an address past the pooler that does not answer is refused with a sentence', async () => {
  const opening = openDatabase({
    url: database.url,
    directUrl: 'postgres://envol:hunter2@127.0.0.1:1/envol',
  });
  await expect(opening).rejects.toThrow(
    /^The database postgres:\/\/envol@127\.0\.0\.1:1\/envol does not answer: .*DATABASE_DIRECT_URL/,
  );
});
