import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, type OpenDatabase } from '#server/db/connect.ts';
import { createClient, createMember } from './listener.ts';
import { readMemory } from './process-memory.ts';
import { endServer, startServer } from './server-process.ts';

// npm run bench -- sizes.bench.ts [--people 100,10000] [--practising 1]
// What docs/growing.md says of the size of a machine: a server with so many people, who have all gone through the
// introduction, and a share of whom have listened once a day for a month. It prints figures and promises nothing. Linux only.

const TIMES = 100;
/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
const DAYS = 30;
const PASSWORD = 'a long walk along the runway';
const MEGABYTE = 1_000_000;

const READS = [
  ['who is signed in', '/api/users/me'],
  ['the dashboard', '/api/dashboard?timeZone=Europe/Paris'],
  ['the library', '/api/contents'],
] as const;

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100,10000' },
    practising: { type: 'string', default: '1' },
  },
});
const practising = Number(values.practising);
/** People who are made by one transaction. */
const CHUNK = 50_000;
const say = (line: string) => process.stdout.write(`  ${line}\n`);

type Table = [table: string, owner: 'uid' | 'userId', column: string, own: string];

/** Whose rows a table has by which column, and what differs in a copy of them for `c.id`. */
const TABLES: Table[] = [
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
];
const TABLES_OF_PRACTICE: Table[] = [
  ['listens', 'userId', 'user_id', `'id', uuidv7(), 'user_id', c.id`],
  ['progress', 'userId', 'user_id', `'user_id', c.id`],
  ['practice_days', 'userId', 'user_id', `'user_id', c.id`],
];

/** Gives somebody a pass and a month in which they listened once a day. */
async function addMonth({ query }: OpenDatabase, userId: string): Promise<void> {
  await query(
    `
    insert into passes (id, user_id, tier, source, starts_at, ends_at)
    values (gen_random_uuid(), $1, 'premium', 'grant', now(), now() + interval '1 year')`,
    [userId],
  );
  await query(
    `
    insert into listens (user_id, id, content_id, started_at, ended_at, position_ms, listened_ms, completed, time_zone)
    select $1, gen_random_uuid(), c.ids[1 + n % cardinality(c.ids)], at - interval '5 minutes', at, 300000, 300000, true, 'Europe/Paris'
    from (select array_agg(id) as ids from contents) c
    cross join generate_series(1, $2::integer) n
    cross join lateral (select now() - n * interval '1 day' as at) past`,
    [userId, DAYS],
  );
  await query(
    `
    insert into progress (user_id, content_id, position_ms, listened_ms, last_listened_at, completed_at, last_completed_at, listens, completions)
    select user_id, content_id, 300000, sum(listened_ms), max(ended_at), min(ended_at), max(ended_at), count(*), count(*)
    from listens where user_id = $1 group by user_id, content_id`,
    [userId],
  );
  await query(
    `
    insert into practice_days (user_id, day, time_zone, first_at, last_at)
    select user_id, (ended_at at time zone time_zone)::date, time_zone, min(ended_at), max(ended_at)
    from listens where user_id = $1 group by 1, 2, 3`,
    [userId],
  );
}

/** Copies the rows of one person for `count` others, of whom a share has practised. */
async function copyPerson(
  { query }: OpenDatabase,
  whose: { uid: string; userId: string },
  count: number,
): Promise<void> {
  // The copies refer to nothing that is not there: to check each would take most of the time.
  await query('set session_replication_role = replica');
  await query(
    'create temporary table if not exists copies (id uuid primary key, practises boolean)',
  );
  for (let made = 0; made < count; made += CHUNK) {
    await query('truncate copies');
    await query(
      `
      insert into copies select uuidv7(), n <= $1::integer
      from generate_series(1, $2::integer) n`,
      [Math.ceil(Math.min(CHUNK, count - made) * practising), Math.min(CHUNK, count - made)],
    );
    for (const [tables, condition] of [
      [TABLES, ''],
      [TABLES_OF_PRACTICE, 'and c.practises'],
    ] as const)
      for (const [table, owner, column, own] of tables)
        await query(
          `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${own}))).*
           from ${table} t cross join copies c where t.${column} = $1 ${condition}`,
          [whose[owner]],
        );
  }
  await query('vacuum analyze');
}

async function readSize({ query }: OpenDatabase): Promise<number> {
  const {
    rows: [row],
  } = await query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(row?.bytes);
}

/** Processor time that a process has used, in milliseconds. */
async function readProcessorTime(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * MS_PER_TICK;
}

/** Median duration of a call, one after the other, and what the server's own process works for each. */
async function measure(pid: number, call: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  const before = await readProcessorTime(pid);
  for (let count = 0; count < TIMES; count++) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  const worked = ((await readProcessorTime(pid)) - before) / TIMES;
  const median = times.toSorted((one, other) => one - other)[TIMES >> 1] ?? 0;
  return `${median.toFixed(1)} ms, ${worked.toFixed(1)} ms of a processor`;
}

/** Backs the data up as the operator does. */
async function measureBackup(dataDir: string, folder: string): Promise<string> {
  const file = path.join(folder, `backup-${Date.now()}.tar.gz`);
  const began = performance.now();
  const env = { ...process.env, DATA_DIR: dataDir };
  const { status, stderr } = spawnSync(process.execPath, ['scripts/backup.ts', file], { env });
  if (status !== 0) throw new Error(stderr.toString());
  const seconds = (performance.now() - began) / 1000;
  return `${seconds.toFixed(1)} s, ${((await stat(file)).size / MEGABYTE).toFixed(1)} MB`;
}

const folder = await mkdtemp(path.join(tmpdir(), 'envol-sizes-'));
await chmod(folder, 0o755);
const dataDir = path.join(folder, 'data');
const first = await startServer(dataDir);
const client = createClient(first);
await createMember(client.call);
await endServer(first, 'SIGTERM');
let people = 1;
let empty: number | undefined;
for (const goal of values.people.split(',').map(Number)) {
  const database = await openDatabase({ dataDir, statementTimeoutMs: 0, max: 1 });
  const {
    rows: [row],
  } = await database.query<{ uid: string; userId: string; email: string }>(`
    select subject as uid, id as "userId", email from users where email like 'crash-%'`);
  if (!row) throw new Error('Nobody signed up');
  if (empty === undefined) {
    empty = await readSize(database);
    await addMonth(database, row.userId);
  }
  await copyPerson(database, row, goal - people);
  people = goal;
  const bytes = await readSize(database);
  await database.close();
  const server = await startServer(dataDir);
  const pid = server.child.pid ?? 0;
  const { call } = createClient(server);
  const signIn = () => call('POST', '/api/auth/sign-in', { email: row.email, password: PASSWORD });
  const each = (bytes - empty) / goal / 1000;
  say(`${goal} people`);
  say(`  the database: ${(bytes / MEGABYTE).toFixed(0)} MB, ${each.toFixed(1)} kB a person`);
  say(`  a later start: ${(server.startMs / 1000).toFixed(1)} s`);
  say(`  a sign-in: ${await measure(pid, signIn)}`);
  for (const [name, route] of READS)
    say(`  ${name}: ${await measure(pid, () => call('GET', route))}`);
  const memory = await readMemory(pid, dataDir);
  say(
    `  memory: ${memory.node.toFixed(0)} MB, and ${memory.database.toFixed(0)} MB of the database`,
  );
  say(`  a backup: ${await measureBackup(dataDir, folder)}`);
  await endServer(server, 'SIGTERM');
}
await rm(folder, { recursive: true, force: true });
