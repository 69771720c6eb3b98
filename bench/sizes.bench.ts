import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase, type OpenDatabase } from '#server/db/connect.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { insertListensAndProgress } from './fill-database.ts';
import { getMedian, readNumberOption, readOption, ROOT, runBench, printLine } from './launch.ts';
import { createHttpClientWithCookies, signUpMember } from './listener.ts';
import { readMemoryMegabytes, readProcessorMs } from './process-use.ts';
import { stopServerBySignal, startServer } from './server-process.ts';

// npm run bench -- sizes.bench.ts [--people 100,10000] [--practising 1]
// What docs/growing.md says of the size of a machine: a server with so many people, who have all gone through the
// introduction, and a share of whom have listened once a day for a month. It prints figures and promises nothing. Linux only.

const PEOPLE = (readOption('people') ?? '100,10000').split(',').map(Number);
const practising = readNumberOption('practising', 1);
const TIMES = 100;
const DAYS = 30;
const MEGABYTE = 1_000_000;
/** People who are made by one transaction. */
const CHUNK = 50_000;

/** Tables of a person, whose rows are theirs by which column, and what differs in a copy of them for `c.id`. */
const TABLES = [
  ['auth_users', 'uid', 'id', `'id', c.id, 'email', c.id || '@example.org'`],
  ['auth_accounts', 'uid', 'user_id', `'id', uuidv7(), 'account_id', c.id, 'user_id', c.id`],
  [
    'auth_sessions',
    'uid',
    'user_id',
    `'id', uuidv7(), 'token', gen_random_uuid(), 'user_id', c.id`,
  ],
  ['security_events', 'uid', 'user_id', `'id', uuidv7(), 'user_id', c.id`],
  ['users', 'userId', 'id', `'id', c.id, 'subject', c.id, 'email', c.id || '@example.org'`],
  ['health_consents', 'userId', 'user_id', `'user_id', c.id`],
  ['assessments', 'userId', 'user_id', `'id', uuidv7(), 'user_id', c.id`],
  ['passes', 'userId', 'user_id', `'id', uuidv7(), 'user_id', c.id`],
  ['listens', 'userId', 'user_id', `'id', uuidv7(), 'user_id', c.id`],
  ['progress', 'userId', 'user_id', `'user_id', c.id`],
  ['practice_days', 'userId', 'user_id', `'user_id', c.id`],
] as const;
const TABLES_OF_PRACTICE: readonly string[] = ['listens', 'progress', 'practice_days'];

/** The person whose rows are copied. */
interface Model {
  uid: string;
  userId: string;
  email: string;
}

/** Copies the rows of one person for `count` others, of whom a share has practised. */
async function copyPerson({ query }: OpenDatabase, model: Model, count: number): Promise<void> {
  // The copies refer to nothing that is not there: to check each would take most of the time.
  await query('set session_replication_role = replica');
  await query(
    'create temporary table if not exists copies (id uuid primary key, practises boolean)',
  );
  for (let made = 0; made < count; made += CHUNK) {
    const more = Math.min(CHUNK, count - made);
    await query('truncate copies');
    await query(
      'insert into copies select uuidv7(), n <= $1::integer from generate_series(1, $2::integer) n',
      [Math.ceil(more * practising), more],
    );
    for (const [table, owner, column, own] of TABLES)
      await query(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${own}))).*
         from ${table} t cross join copies c where t.${column} = $1 ${TABLES_OF_PRACTICE.includes(table) ? 'and c.practises' : ''}`,
        [model[owner]],
      );
  }
  await query('vacuum analyze');
}

async function readBytes({ query }: OpenDatabase): Promise<number> {
  const { rows } = await query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Number(rows[0]?.bytes);
}

/** Median duration of a call, one after the other, and what the server's own process works for each. */
async function measure(pid: number, call: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  const before = await readProcessorMs(pid);
  for (let count = 0; count < TIMES; count++) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  const worked = ((await readProcessorMs(pid)) - before) / TIMES;
  return `${getMedian(times).toFixed(1)} ms, ${worked.toFixed(1)} ms of a processor`;
}

async function measureBackup(dataDir: string, file: string): Promise<string> {
  const began = performance.now();
  const env = { ...process.env, DATA_DIR: dataDir };
  const backup = ['scripts/backup.ts', file];
  const { status, stderr } = spawnSync(process.execPath, backup, { cwd: ROOT, env });
  if (status !== 0) throw new Error(stderr.toString());
  const seconds = (performance.now() - began) / 1000;
  return `${seconds.toFixed(1)} s, ${((await stat(file)).size / MEGABYTE).toFixed(1)} MB`;
}

await runBench(async (folder) => {
  const dataDir = path.join(folder, 'data');
  const first = await startServer(dataDir);
  await signUpMember(createHttpClientWithCookies(first).call);
  await stopServerBySignal(first, 'SIGTERM');
  let people = 1;
  let empty = 0;
  for (const goal of PEOPLE) {
    const database = await openDatabase({ dataDir, statementTimeoutMs: 0, max: 1 });
    const { rows } = await database.query<Model>(
      `select subject as uid, id as "userId", email from users where email like 'crash-%'`,
    );
    const [model] = rows;
    if (!model) throw new Error('Nobody signed up');
    if (people === 1) {
      empty = await readBytes(database);
      await database.query(
        `insert into passes (id, user_id, tier, source, starts_at, ends_at)
        values (gen_random_uuid(), $1, 'premium', 'grant', now(), now() + interval '1 year')`,
        [model.userId],
      );
      await insertListensAndProgress(database, {
        where: `email like 'crash-%'`,
        each: DAYS,
        days: DAYS,
      });
    }
    await copyPerson(database, model, goal - people);
    people = goal;
    const bytes = await readBytes(database);
    await database.close();
    const server = await startServer(dataDir);
    const pid = server.child.pid ?? 0;
    const { call } = createHttpClientWithCookies(server);
    const read = (route: string) => measure(pid, () => call('GET', route));
    const account = { email: model.email, password: PASSWORD };
    const each = (bytes - empty) / goal / 1000;
    printLine(`${goal} people`);
    printLine(
      `  the database: ${(bytes / MEGABYTE).toFixed(0)} MB, ${each.toFixed(1)} kB a person`,
    );
    printLine(`  a later start: ${(server.startMs / 1000).toFixed(1)} s`);
    printLine(
      `  a sign-in: ${await measure(pid, () => call('POST', '/api/auth/sign-in', account))}`,
    );
    printLine(`  who is signed in: ${await read('/api/users/me')}`);
    printLine(`  the dashboard: ${await read('/api/dashboard?timeZone=Europe/Paris')}`);
    printLine(`  the library: ${await read('/api/contents')}`);
    const { node, database: engine } = await readMemoryMegabytes(pid, dataDir);
    printLine(`  memory: ${node.toFixed(0)} MB, and ${engine.toFixed(0)} MB of the database`);
    printLine(`  a backup: ${await measureBackup(dataDir, path.join(folder, `${goal}.tar.gz`))}`);
    await stopServerBySignal(server, 'SIGTERM');
  }
  return true;
});
