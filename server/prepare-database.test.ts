import { quoteSqlIdentifier } from '#server/db/driver.ts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { BOOT_LOCK_ID, runUnderBootLock } from '#server/db/boot-lock.ts';
import { createPool, type Pool } from '#server/db/pool.ts';
import { replaceDatabaseName } from '#server/db/url.ts';
import { createLog } from '#server/log.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { prepareDatabase } from './prepare-database.ts';

const { admin, template } = inject('cluster');
const content = await createContentFolder([{ slug: 'one' }, { slug: 'two' }]);
const log = createLog({ level: 'silent' });

/** Creates an empty database; returns a function that opens a pool of it, as each server has its own. */
async function createEmptyDatabase(suffix: string): Promise<() => Pool> {
  const server = createPool(admin, { max: 1 });
  const name = template.replace('template', suffix);
  const pools: Pool[] = [];
  await server.query(`create database ${quoteSqlIdentifier(name)} template template0`);
  onTestFinished(async () => {
    for (const pool of pools) await pool.close();
    await server.query(`drop database ${quoteSqlIdentifier(name)} with (force)`);
    await server.close();
  });
  return () => {
    const pool = createPool(replaceDatabaseName(admin, name), { max: 2 });
    pools.push(pool);
    return pool;
  };
}

test('of servers that start at once on an empty database, one writes the library and the others find it there', async () => {
  const open = await createEmptyDatabase('prepare');
  const started = await Promise.all(
    [open(), open(), open()].map((pool) => prepareDatabase(pool, { content, log })),
  );
  for (const { jobs } of started) await jobs.close();
  expect(started.map(({ written }) => written).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
});

test('a server waits for one that prepares the database, however long a statement may take, and says so', async () => {
  const open = await createEmptyDatabase('wait');
  const other = open();
  await other.query('select pg_advisory_lock($1)', [BOOT_LOCK_ID]);
  const lines: string[] = [];
  const heard = Promise.withResolvers<void>();
  const write = (line: string) => {
    lines.push((JSON.parse(line) as { msg: string }).msg);
    heard.resolve();
  };
  const starting = prepareDatabase(open(), {
    content,
    log: createLog({ level: 'info', stream: { write } }),
  });
  await heard.promise;
  await other.close();
  const { jobs, written } = await starting;
  await jobs.close();
  expect([written, lines]).toEqual([
    2,
    ['another server is preparing the database: waiting for it'],
  ]);
});

test('a server that another one keeps waiting without end gives up with a sentence', async () => {
  const open = await createEmptyDatabase('endless');
  const other = open();
  await other.query('select pg_advisory_lock($1)', [BOOT_LOCK_ID]);
  const starting = runUnderBootLock(open(), { limitMs: 0 }, () => Promise.resolve());
  await expect(starting).rejects.toThrow(/^Another server, or a restore, .*end it and start again/);
});

test('a server that is stopped while it waits for another one leaves the database as it is', async () => {
  const open = await createEmptyDatabase('stopped');
  const other = open();
  await other.query('select pg_advisory_lock($1)', [BOOT_LOCK_ID]);
  const stopping = new AbortController();
  const write = () => stopping.abort(new Error('stopped'));
  const starting = prepareDatabase(open(), {
    content,
    signal: stopping.signal,
    log: createLog({ level: 'info', stream: { write } }),
  });
  await expect(starting).rejects.toThrow();
  const {
    rows: [row],
  } = await other.query(`select to_regclass('public.users') as users`);
  expect(row).toEqual({ users: null });
});
