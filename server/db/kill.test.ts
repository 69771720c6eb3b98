import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { beginRestoreTransaction } from '#server/db/copy/load-rows.ts';
import { openDatabaseSnapshot } from '#server/db/copy/read-snapshot.ts';
import { openDatabaseSession, type DatabaseSession } from '#server/db/session.ts';
import { findOutageCause } from '#server/db/outage.ts';
import { createPool, type Database, type Pool } from '#server/db/pool.ts';
import { createTestDatabase } from '#server/testing/database.ts';

// What ends a backend: an administrator, a restart, a lack of memory. An uncaught error fails the run.

let database: Pool;
let killer: DatabaseSession;
beforeAll(async () => {
  database = await createTestDatabase();
  killer = await openDatabaseSession(database.url);
  await database.query('create table notes (text text primary key)');
});
afterAll(async () => {
  await killer.close();
  await database.close();
});

function openPool(max = 2): Pool {
  const pool = createPool(database.url, { max });
  onTestFinished(() => pool.close());
  return pool;
}

const kill = (pid: number) => killer.query('select pg_terminate_backend($1, 60000)', [pid]);

async function readPid(db: Pick<Database, 'execute'>): Promise<number> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  return rows[0]?.pid ?? 0;
}

/** Resolves to the backends that run a statement with this text. */
async function findBackends(text: string): Promise<number[]> {
  const { rows } = await killer.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database()
       and pid <> pg_backend_pid() and query like $1`,
    [`%${text}%`],
  );
  return rows.map(({ pid }) => pid);
}

/** Resolves to how a piece of work ended: `done`, the kind of outage that its error reports, or another error. */
const judge = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => findOutageCause(error) ?? error,
  );

/** Checks that each connection of a pool answers, for statements and for transactions. */
async function expectWhole(pool: Pool): Promise<void> {
  const asked = Array.from({ length: 8 }, () => [
    pool.query('select 1 as one', []),
    pool.db.transaction((tx) => tx.execute(sql`select 1 as one`)),
  ]).flat();
  for (const { rows } of await Promise.all(asked)) expect(rows).toEqual([{ one: 1 }]);
}

it('a transaction whose backend is killed between its statements is refused, and the pool is whole at once', async () => {
  const pool = openPool();
  const lost = pool.db.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values ('between')`);
    await kill(await readPid(tx));
    // As after a call of another service: its end is noticed while nothing is asked.
    await nextTurn();
    await tx.execute(sql`insert into notes values ('after')`);
  });
  expect(await judge(lost)).toBe('unreachable');
  await expectWhole(pool);
  expect((await pool.query('select text from notes')).rows).toEqual([]);
});

it('a transaction whose backend is killed in the middle of a statement is refused, also where more are waiting', async () => {
  const pool = openPool();
  const lost = pool.db.transaction((tx) =>
    Promise.all([
      tx.execute(sql`select pg_sleep(601)`),
      tx.execute(sql`select 2`),
      tx.execute(sql`select 3`),
    ]),
  );
  const outcome = judge(lost);
  await expect.poll(() => findBackends('pg_sleep(601)')).toHaveLength(1);
  for (const pid of await findBackends('pg_sleep(601)')) await kill(pid);
  expect(await outcome).toBe('unreachable');
  await expectWhole(pool);
});

it('an error of the work itself is told, not that its transaction could not be rolled back any more', async () => {
  const pool = openPool();
  const lost = pool.db.transaction(async (tx) => {
    await kill(await readPid(tx));
    await nextTurn();
    throw new Error('the card was declined');
  });
  await expect(lost).rejects.toThrow('the card was declined');
  await expectWhole(pool);
});

it('single statements whose backends are killed are refused, and the pool is whole at once', async () => {
  const pool = openPool();
  const asleep = [1, 2].map(() => judge(pool.query('select pg_sleep(602)', [])));
  await expect.poll(() => findBackends('pg_sleep(602)')).toHaveLength(2);
  for (const pid of await findBackends('pg_sleep(602)')) await kill(pid);
  expect(await Promise.all(asleep)).toEqual(['unreachable', 'unreachable']);
  await expectWhole(pool);
});

it('connections that are killed while nobody uses them are replaced', async () => {
  const pool = openPool();
  await pool.query('/* idle */ select 1', []);
  for (const pid of await findBackends('/* idle */')) await kill(pid);
  // Told by the socket alone: a statement may be sent before it is.
  await expect.poll(() => judge(pool.query('select 1', []))).toBe('done');
  await expectWhole(pool);
});

it('whoever listens is told of its new connection, and hears again', async () => {
  const pool = openPool();
  const heard: string[] = [];
  let starts = 0;
  const listening = await pool.listen(
    'kills',
    (payload) => heard.push(payload),
    () => (starts += 1),
  );
  for (const pid of await findBackends('listen "kills"')) await kill(pid);
  await expect.poll(() => starts).toBe(2);
  await pool.query(`select pg_notify('kills', 'hello')`);
  await expect.poll(() => heard).toEqual(['hello']);
  await expectWhole(pool);
  await listening.close();
});

it('a backup whose backend is killed while it copies rows fails', async () => {
  await database.query(
    `create table large as select repeat('x', 1000) as line from generate_series(1, 20000)`,
  );
  const snapshot = await openDatabaseSnapshot(database.url);
  onTestFinished(() => snapshot.close());
  const copy = async () => {
    let rows = 0;
    for await (const row of snapshot.copyRows({
      schema: 'public',
      name: 'large',
      columns: ['line'],
    })) {
      if (rows === 0) for (const pid of await findBackends('to stdout')) await kill(pid);
      rows += row.length;
    }
    return rows;
  };
  expect(await judge(copy())).toBe('unreachable');
  await expectWhole(database);
  await database.query('drop table large');
});

it('a restore whose backend is killed while it copies rows fails and stores nothing', async () => {
  const empty = await createTestDatabase({ template: 'template0' });
  onTestFinished(() => empty.close());
  await empty.query('create extension unaccent; create extension pg_trgm');
  const session = await openDatabaseSession(database.url);
  const { rows } = await session.query<{ at: string }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  );
  await session.close();
  const restore = await beginRestoreTransaction(empty.url, Number(rows[0]?.at));
  const lines = async function* () {
    for (let line = 0; ; line++) {
      if (line === 5000) {
        const watch = await openDatabaseSession(empty.url);
        await watch.query(
          `select pg_terminate_backend(pid, 60000) from pg_stat_activity where query like 'copy %' and datname = current_database()`,
        );
        await watch.close();
      }
      yield `word ${line}\t1\n`;
    }
  };
  const table = { schema: 'public', name: 'search_words', columns: await readColumns(database) };
  expect(await judge(restore.copyRows(table, Readable.from(lines())))).toBe('unreachable');
  await restore.close();
  await expectWhole(empty);
  expect((await empty.query(`select to_regclass('search_words') as there`)).rows).toEqual([
    { there: null },
  ]);
});

async function readColumns(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'search_words'::regclass
       and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  return rows.map(({ name }) => name);
}

function toSocketPath(url: string): string {
  const { searchParams } = new URL(url);
  return `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
}

function replaceAddress(url: string, host: string, port: number): string {
  const parsed = new URL(url);
  parsed.searchParams.set('host', host);
  parsed.searchParams.set('port', String(port));
  return parsed.href;
}

const AUTHENTICATED = Buffer.from('520000000800000000', 'hex');
const READY = Buffer.from('5a0000000549', 'hex');

it.each([
  ['before it is greeted', (socket: Socket) => socket.resetAndDestroy()],
  ['politely before it is greeted', (socket: Socket) => socket.end()],
  ['in the middle of the greeting', (socket: Socket) => socket.end(AUTHENTICATED.subarray(0, 5))],
  [
    'in its first statement',
    (socket: Socket, messages: number) =>
      messages === 1
        ? socket.write(Buffer.concat([AUTHENTICATED, READY]))
        : socket.resetAndDestroy(),
  ],
])(
  'a connection that breaks %s refuses what waited for it, and the next is made',
  async (_when, answer) => {
    let isBroken = true;
    const peer = createServer((socket) => {
      let messages = 0;
      socket.on('error', () => undefined);
      if (isBroken) socket.on('data', () => answer(socket, (messages += 1)));
      else socket.pipe(connect(toSocketPath(database.url))).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(peer, 'listening');
    onTestFinished(() => void peer.close());
    const { port } = peer.address() as AddressInfo;
    const url = replaceAddress(database.url, '127.0.0.1', port);
    const pool = createPool(url, { max: 2 });
    const asked = [
      ...[1, 2, 3, 4].map(() => judge(pool.query('select 1', []))),
      judge(pool.db.transaction((tx) => tx.execute(sql`select 1`))),
      judge(openDatabaseSession(url).then(({ query }) => query('select 1'))),
    ];
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['unreachable']));
    isBroken = false;
    await expectWhole(pool);
    await pool.close();
  },
);

it('under a storm of kills every caller is answered, and nothing but what was answered is stored', async () => {
  const pool = openPool(3);
  const stored = new Set<string>();
  const outcomes = new Set<unknown>();
  const over = new AbortController();
  const write = async (writer: number) => {
    // On a machine with much to do the first kill may come late.
    const goesOn = (turn: number) => turn < 60 || (turn < 5000 && !outcomes.has('unreachable'));
    for (let turn = 0; goesOn(turn); turn++) {
      const text = `storm ${writer} ${turn}`;
      const work =
        turn % 2 === 0
          ? pool.query('insert into notes values ($1)', [text])
          : pool.db.transaction(async (tx) => {
              await tx.execute(sql`insert into notes values (${text})`);
              await tx.transaction((inner) => inner.execute(sql`select 1`));
            });
      const outcome = await judge(work);
      outcomes.add(outcome);
      if (outcome === 'done') stored.add(text);
    }
  };
  const storm = async () => {
    while (!over.signal.aborted)
      await killer.query(
        `select pg_terminate_backend(pid, 60000) from (select pid from pg_stat_activity
           where datname = current_database() and application_name = 'envol' and pid <> pg_backend_pid()
           order by random() limit 1) one`,
      );
  };
  const storming = storm();
  await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)));
  over.abort();
  await storming;
  expect([...outcomes].map(String).toSorted()).toEqual(['done', 'unreachable']);
  await expect.poll(() => judge(pool.query('select 1', []))).toBe('done');
  const { rows } = await pool.query<{ text: string }>(
    `select text from notes where text like 'storm %'`,
  );
  const there = new Set(rows.map(({ text }) => text));
  expect([...stored].filter((text) => !there.has(text))).toEqual([]);
  await expectWhole(pool);
});
