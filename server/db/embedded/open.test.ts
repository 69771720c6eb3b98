// @module-tag whole

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BootError, openDatabase } from '#server/db/connect.ts';
import { createLog } from '#server/log.ts';
import { createDataFolderTemplate } from '#server/testing/data-folder.ts';
import { findPostmasterOrClearStalePid, stopPostmaster } from './postmaster.ts';

let folder: string;
let dataDir: string;
let template: Awaited<ReturnType<typeof createDataFolderTemplate>>;
beforeAll(async () => (template = await createDataFolderTemplate()));
afterAll(() => template.remove());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envol-data-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
});

afterEach(async () => {
  await stopPostmaster(cluster());
  await rm(folder, { recursive: true, force: true });
});

const cluster = () => join(dataDir, 'postgres');
const open = () => openDatabase({ dataDir, migrate: false, max: 2 });

/** The app in a process of its own; resolves when it says that its database is open. */
async function appProcess(...options: string[]): Promise<{ child: ChildProcess; how: string }> {
  const script = join(import.meta.dirname, '../../testing/app-process.ts');
  const child = spawn(process.execPath, [script, dataDir, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, how: said.toString().split(' ')[0] ?? '' };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

test('the first start makes the database, the next finds what was written, and nothing runs in between', async () => {
  const first = await open();
  expect(first.how).toBe('created');
  await first.query('create table kept (id int)');
  await first.query('insert into kept values (7)');
  await first.close();
  expect(findPostmasterOrClearStalePid(cluster())).toBeUndefined();
  const second = await open();
  expect(second.how).toBe('started');
  expect((await second.query('select id from kept')).rows).toMatchObject([{ id: 7 }]);
  expect((await second.query('show fsync')).rows).toMatchObject([{ fsync: 'on' }]);
  expect((await second.query('show listen_addresses')).rows).toMatchObject([
    { listen_addresses: '' },
  ]);
  await second.close();
});

test('an engine that outlived a killed app is adopted, and stopped by the one that adopted it', async () => {
  await template.copyTo(dataDir);
  const { child } = await appProcess();
  await end(child, 'SIGKILL');
  const engine = findPostmasterOrClearStalePid(cluster());
  expect(engine?.ready).toBe(true);
  const next = await open();
  expect(next.how).toBe('adopted');
  expect(findPostmasterOrClearStalePid(cluster())?.pid).toBe(engine?.pid);
  await next.close();
  expect(findPostmasterOrClearStalePid(cluster())).toBeUndefined();
});

test('of two apps on one folder the first to leave takes nothing from the other', async () => {
  const [one, two] = await Promise.all([appProcess(), appProcess()]);
  await end(one.child, 'SIGTERM');
  const third = await open();
  expect(third.how).toBe('adopted');
  await end(two.child, 'SIGTERM');
  expect((await third.query('select 1 as one')).rows).toMatchObject([{ one: 1 }]);
  await third.close();
  expect(findPostmasterOrClearStalePid(cluster())).toBeUndefined();
});

/** Opens the database of a second start with a log; resolves also to the messages in it. */
async function openWithLog() {
  await template.copyTo(dataDir);
  const messages: string[] = [];
  const stream = {
    write: (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg),
  };
  const log = createLog({ level: 'info', stream });
  return { database: await openDatabase({ dataDir, migrate: false, max: 2, log }), messages };
}

const ENDED = 'the database engine ended; it is started again';
const FAILED = 'the database engine does not start; it is tried again until it does';
const RUNS = 'the database engine runs again';

test('a killed engine is started again under a running app, as often as it is killed', async () => {
  const { database, messages } = await openWithLog();
  for (let kill = 0; kill < 3; kill++) {
    const killed = findPostmasterOrClearStalePid(cluster())?.pid ?? 0;
    process.kill(killed, 'SIGKILL');
    // A process of the killed engine may still answer a statement, so the log tells first.
    await expect.poll(() => messages).toHaveLength(2 * (kill + 1));
    expect(findPostmasterOrClearStalePid(cluster())?.pid).not.toBe(killed);
    await expect
      .poll(() => database.query('select 1 as one').catch(() => null))
      .toEqual({ rows: [{ one: 1 }] });
  }
  expect(messages).toEqual([ENDED, RUNS, ENDED, RUNS, ENDED, RUNS]);
  await database.close();
});

test('the log of the engine says that a statement failed, and none of its values', async () => {
  const database = await open();
  const address = 'ada.lovelace@example.org';
  await database.query('create table people (email text primary key, age int check (age < 200))');
  const add = (age: number) => database.query('insert into people values ($1, $2)', [address, age]);
  const outcomes = await Promise.allSettled([add(36), add(36), add(36), add(2000)]);
  const refused = outcomes.filter(({ status }) => status === 'rejected').length;
  expect(refused).toBe(3);
  await database.close();
  const log = await readFile(join(cluster(), 'server.log'), 'utf8');
  expect(log).toContain('duplicate key value violates unique constraint "people_pkey"');
  expect(log).toContain('violates check constraint');
  expect(log).not.toContain('ada.lovelace');
});

/** Has the engine end, and not start again until its settings are mended. */
async function breakEngine(): Promise<{ mend: () => Promise<void> }> {
  const settings = join(cluster(), 'postgresql.conf');
  const good = await readFile(settings, 'utf8');
  await writeFile(settings, `${good}\nno_such_setting = 1\n`);
  process.kill(findPostmasterOrClearStalePid(cluster())?.pid ?? 0, 'SIGKILL');
  return { mend: () => writeFile(settings, good) };
}

/** How often the engine was started in vain. */
const countAttempts = async () =>
  (await readFile(join(cluster(), 'server.log'), 'utf8')).split('contains errors').length - 1;

test('an engine that does not start again is tried until it does, and the log is told once', async () => {
  const { database, messages } = await openWithLog();
  const { mend } = await breakEngine();
  await expect.poll(countAttempts).toBeGreaterThan(3);
  expect(messages).toEqual([ENDED, FAILED]);
  await mend();
  await expect
    .poll(() => database.query('select 1 as one').catch(() => null))
    .toEqual({ rows: [{ one: 1 }] });
  await expect.poll(() => messages).toEqual([ENDED, FAILED, RUNS]);
  await database.close();
});

test('an app that is closed while its engine does not start leaves nothing running', async () => {
  const { database } = await openWithLog();
  const { mend } = await breakEngine();
  await expect.poll(countAttempts).toBeGreaterThan(1);
  await database.close();
  await mend();
  expect(findPostmasterOrClearStalePid(cluster())).toBeUndefined();
});

test('a record of an engine that a power cut left, whose number another program has now, is ignored', async () => {
  await template.copyTo(dataDir);
  const stale = [process.pid, cluster(), 1, 5432, cluster(), '', '0 0', 'ready'].join('\n');
  await writeFile(join(cluster(), 'postmaster.pid'), stale, { mode: 0o600 });
  const next = await open();
  expect(next.how).toBe('started');
  await next.close();
});

test('a first start that is killed half-way leaves nothing that hinders the next', async () => {
  const script = join(import.meta.dirname, '../../testing/app-process.ts');
  const child = spawn(process.execPath, [script, dataDir], { stdio: 'ignore' });
  const isUnderWay = () => {
    try {
      return execFileSync('ls', [dataDir], { encoding: 'utf8', stdio: 'pipe' }).includes(
        'postgres.new-',
      );
    } catch {
      return false;
    }
  };
  await expect.poll(isUnderWay, { interval: 10 }).toBe(true);
  await end(child, 'SIGKILL');
  const next = await open();
  expect(next.how).toBe('created');
  await next.close();
});

test('a path too long for a socket gets its socket in the temporary folder', async () => {
  dataDir = join(folder, 'a-folder-with-a-long-name-'.repeat(5), 'another');
  await template.copyTo(dataDir);
  const database = await open();
  const socket = new URL(database.url).searchParams.get('host') ?? '';
  expect(socket.startsWith(tmpdir())).toBe(true);
  expect((await database.query('select 1 as one')).rows).toMatchObject([{ one: 1 }]);
  await database.close();
});

test('a data folder that cannot be made is refused in one sentence', async () => {
  await writeFile(folder + '/data', 'a file');
  await expect(open()).rejects.toThrow(/^The data folder .* cannot be written: .* set DATA_DIR/);
  await rm(folder + '/data');
});

test('a database of another major version is refused in one sentence', async () => {
  await mkdir(cluster(), { recursive: true });
  await writeFile(join(cluster(), 'PG_VERSION'), '15\n');
  await expect(open()).rejects.toThrow(
    /is of PostgreSQL 15 and this version of Envol brings PostgreSQL 18/,
  );
});

test('an engine that does not start says why', async () => {
  await template.copyTo(dataDir);
  await writeFile(join(cluster(), 'postgresql.conf'), 'no_such_setting = 1\n', { flag: 'a' });
  const refusal = await open().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BootError);
  expect((refusal as Error).message).toMatch(/did not start. Its last words: .*no_such_setting/);
});

test('a server that does not answer is named without its password', async () => {
  const refusal = openDatabase({ url: 'postgresql://me:secret@127.0.0.1:1/envol' });
  await expect(refusal).rejects.toThrow(
    'me@127.0.0.1:1/envol does not answer: nothing listens there.',
  );
  await expect(openDatabase({ url: 'mysql://here' })).rejects.toThrow(
    /DATABASE_URL is not an address/,
  );
});
