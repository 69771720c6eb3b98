import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openDatabase, type OpenDatabase } from '#server/db/connect.ts';
import { MAX_ROWS_PER_PERSON } from '#server/db/row-caps.ts';
import { MAX_SUPPORT_TEXT_LENGTH } from '#shared/contract/support.ts';
import { MAX_STEPS } from '#shared/rules/ladder.ts';
import type { ExportOrder, ExportResult } from './export-person.ts';
import { createClient, createMember } from './listener.ts';
import { readMemory } from './process-memory.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

// npm run bench -- export.bench.ts
// Three people who have as much as most tables let them have, about 98 MB each, ask for all of it at once, as the app does:
// with the password, then every three seconds whether it is prepared, then for the file. Meanwhile the server and its database
// hold little more memory than before, and /health answers. Linux only.

const PEOPLE = 3;
const PASSWORD = 'a long walk along the runway';
/** Ten a day, the most there can be, for nearly two years. */
const SUPPORT_MESSAGES = 5800;
const ATTEMPTS_OF_STEP = 200;
const NOTE = 500;
const SETTLE_MS = 5000;
const SAMPLE_MS = 500;
const HEALTH_MS = 50;
const MEGABYTE = 1_000_000;

/**
 * What was seen was 41 to 88 MB, about half of it the database's: each of its processes that writes or reads a part holds it
 * several times. The promise leaves room for another machine, and is less than half of what is asked for at once.
 */
const PROMISED = { moreMb: 120, healthMs: 100 };

const say = (line: string) => process.stdout.write(`  ${line}\n`);

/** Writes texts of so many characters in words of ours, each different: the same ones again would be compressed away. */
async function writeTexts(count: number, length: number): Promise<string[]> {
  const file = path.join(import.meta.dirname, '../src/locales/en/help.json');
  const words = (await readFile(file, 'utf8')).match(/\p{L}+/gu) ?? [];
  const write = () => {
    let text = '';
    while (text.length < length) text += `${words[randomInt(words.length)]} `;
    return text.slice(0, length);
  };
  return Array.from({ length: count }, write);
}

/** Gives somebody as many rows, with texts as long, as the tables let one person have. */
async function fill({ query }: OpenDatabase, userId: string): Promise<void> {
  await query(
    `
    insert into listens (user_id, id, content_id, started_at, ended_at, position_ms, listened_ms, completed, time_zone)
    select $1, gen_random_uuid(), (select id from contents limit 1), at, at, 300000, 300000, true, 'Europe/Paris'
    from (select now() - n * interval '1 hour' as at from generate_series(1, $2::integer) n) past`,
    [userId, MAX_ROWS_PER_PERSON.listens],
  );
  await query(
    `
    insert into practices (user_id, id, pattern, started_at, ended_at, practised_ms, time_zone)
    select $1, gen_random_uuid(), 'box', at, at, 300000, 'Europe/Paris'
    from (select now() - n * interval '1 hour' as at from generate_series(1, $2::integer) n) past`,
    [userId, MAX_ROWS_PER_PERSON.practices],
  );
  await query(
    `
    insert into program_events (user_id, id, program_id, lesson_id, type, note, at)
    select $1, gen_random_uuid(), l.program_id, l.id, 'task_ticked', t.note, now() - n * interval '1 hour'
    from (select id, program_id from lessons limit 1) l
    cross join generate_series(1, $2::integer) n
    join texts t on t.id = n % (select count(*) from texts)`,
    [userId, MAX_ROWS_PER_PERSON.program_events],
  );
  await query(
    `
    insert into ladder_steps (user_id, id, added, position, added_at)
    select $1, gen_random_uuid(), '{"area":"fear_heights","material":"own","words":"A step"}', n, now()
    from generate_series(1, $2::integer) n`,
    [userId, MAX_STEPS],
  );
  await query(
    `
    insert into ladder_attempts (user_id, id, step_id, started_at, setting, expected, sure, before, before_at, after_at, highest, after, happened, learned)
    select $1, gen_random_uuid(), s.id, at, 'home_alone', t.note, 80, 5, at, at, 7, 3, t.note, t.note
    from ladder_steps s
    cross join generate_series(1, $2::integer) n
    join texts t on t.id = n
    cross join lateral (select now() - n * interval '1 hour' as at) past
    where s.user_id = $3`,
    [userId, ATTEMPTS_OF_STEP, userId],
  );
  await query(
    `
    insert into feedback (id, user_id, text, page)
    select gen_random_uuid(), $1, t.letter, '/' from generate_series(1, $2::integer) n
    join texts t on t.id = n % (select count(*) from texts)`,
    [userId, MAX_ROWS_PER_PERSON.feedback],
  );
  await query(
    `
    insert into support_questions (id, user_id, last_message_at) values (gen_random_uuid(), $1, now())`,
    [userId],
  );
  await query(
    `
    insert into support_messages (id, question_id, user_id, author, text, at)
    select gen_random_uuid(), q.id, q.user_id, 'person', t.letter, now() - n * interval '2 hours'
    from support_questions q
    cross join generate_series(1, $1::integer) n
    join texts t on t.id = n % (select count(*) from texts)
    where q.user_id = $2`,
    [SUPPORT_MESSAGES, userId],
  );
}

/** Makes the people, and fills the database while the server is down; resolves to their addresses. */
async function makePeople(dataDir: string): Promise<string[]> {
  const server = await startServer(dataDir);
  for (let count = 0; count < PEOPLE; count++) await createMember(createClient(server).call);
  await endServer(server, 'SIGTERM');
  const database = await openDatabase({ dataDir, statementTimeoutMs: 0, max: 1 });
  try {
    return await fillFor(database);
  } finally {
    await database.close();
  }
}

async function fillFor(database: OpenDatabase): Promise<string[]> {
  const { query } = database;
  const { rows: people } = await query<{ id: string; email: string }>(`
    select id, email from users where email like 'crash-%'`);
  const count = 1000;
  const notes = await writeTexts(count, NOTE);
  const letters = await writeTexts(count, MAX_SUPPORT_TEXT_LENGTH);
  await query('create temporary table texts (id integer primary key, note text, letter text)');
  await query(
    `
    insert into texts select n - 1, note, letter
    from unnest($1::text[], $2::text[]) with ordinality as t (note, letter, n)`,
    [notes, letters],
  );
  for (const { id } of people) await fill(database, id);
  await query('vacuum analyze');
  return people.map(({ email }) => email);
}

/** Asks for an export as the app does, in a thread of its own. */
const exportAs = (workerData: ExportOrder) =>
  new Promise<ExportResult>((resolve, reject) => {
    const worker = new Worker(path.join(import.meta.dirname, 'export-person.ts'), { workerData });
    worker.once('message', resolve).once('error', reject);
  });

/** Asks /health every 50 ms, whether or not it has answered, until `stop` is called, which resolves to its times. */
function watchHealth({ base }: ServerProcess) {
  const asked: Promise<number>[] = [];
  const ask = async () => {
    const began = performance.now();
    const { ok } = await fetch(`${base}/health`);
    return ok ? performance.now() - began : Infinity;
  };
  const timer = setInterval(() => asked.push(ask()), HEALTH_MS);
  return async () => {
    clearInterval(timer);
    return (await Promise.all(asked)).toSorted((one, other) => one - other);
  };
}

async function run(dataDir: string): Promise<boolean> {
  const people = await makePeople(dataDir);
  const server = await startServer(dataDir);
  const { base } = server;
  const measure = async () => {
    const { node, database } = await readMemory(server.child.pid ?? 0, dataDir);
    return { node, database, all: node + database };
  };
  // What each of their sign-ins takes is not to be counted.
  const signIn = (email: string) =>
    createClient(server).call('POST', '/api/auth/sign-in', { email, password: PASSWORD });
  await Promise.all(people.map(signIn));
  await delay(SETTLE_MS);
  const before = await measure();
  const stop = watchHealth(server);
  let peak = before;
  const over = new AbortController();
  const sampling = (async () => {
    while (!over.signal.aborted) {
      const now = await measure();
      if (now.all > peak.all) peak = now;
      await delay(SAMPLE_MS);
    }
  })();
  const results = await Promise.all(
    people.map((email) => exportAs({ base, email, password: PASSWORD })),
  );
  over.abort();
  await sampling;
  const times = await stop();
  await delay(SETTLE_MS);
  const after = await measure();
  await endServer(server, 'SIGTERM');

  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  for (const { preparedMs, fetchedMs, bytes } of results)
    say(
      `${(bytes / MEGABYTE).toFixed(1)} MB: prepared in ${seconds(preparedMs)}, fetched in ${seconds(fetchedMs)}`,
    );
  const show = ({ node, database, all }: typeof before) =>
    `${all.toFixed(0)} MB, the server ${node.toFixed(0)} and its database ${database.toFixed(0)}`;
  say(`before: ${show(before)}`);
  say(`at most: ${show(peak)}`);
  say(`${SETTLE_MS / 1000} s later: ${show(after)}`);
  const more = peak.all - before.all;
  const [median = 0, late = Infinity, longest = 0] = [0.5, 0.99, 1].map(
    (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))],
  );
  process.stdout.write(
    `${more.toFixed(0)} MB more (promised ${PROMISED.moreMb}); of ${times.length} times /health answered half within ${median.toFixed(0)} ms, ` +
      `99 % within ${late.toFixed(0)} ms (promised ${PROMISED.healthMs}), all within ${longest.toFixed(0)} ms\n`,
  );
  return more <= PROMISED.moreMb && late <= PROMISED.healthMs;
}

const folder = await mkdtemp(path.join(tmpdir(), 'envol-export-'));
await chmod(folder, 0o755);
try {
  process.exitCode = (await run(folder)) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
