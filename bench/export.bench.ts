import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#server/db/connect.ts';
import { MAX_ROWS_PER_PERSON } from '#server/db/row-caps.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { MAX_SUPPORT_TEXT_LENGTH } from '#shared/contract/support.ts';
import { insertListensAndProgress } from './fill-database.ts';
import { getPercentile, readNumberOption, ROOT, runBench, printLine } from './launch.ts';
import { createHttpClientWithCookies, signUpMember } from './listener.ts';
import { readMemoryMegabytes } from './process-use.ts';
import { stopServerBySignal, startServer } from './server-process.ts';

// npm run bench -- export.bench.ts [--share 1]
// Three people who have as much as the tables let them have ask for all of it at once, as the app does: with the password,
// then every three seconds whether it is prepared, then for the file. Meanwhile the server and its database hold little more
// memory than before, and /health answers. Linux only.

const PEOPLE = 3;
const share = readNumberOption('share', 1, 0.05);
/** Ten a day, the most there can be, for more than six years. */
const SUPPORT_MESSAGES = 23_000;
const SETTLE_MS = 5000;
const POLL_MS = 3000;
const ROUTE = '/api/users/me/export';
/** Less than half of what is asked for at once. */
const PROMISED = { moreMb: 120, healthMs: 100 };

/** Writes texts in words of ours, each different: the same ones again would be compressed away. */
async function writeTexts(count: number): Promise<string[]> {
  const file = path.join(ROOT, 'src/locales/en/help.json');
  const words = (await readFile(file, 'utf8')).match(/\p{L}+/gu) ?? [];
  return Array.from({ length: count }, () => {
    let text = '';
    while (text.length < MAX_SUPPORT_TEXT_LENGTH) text += `${words[randomInt(words.length)]} `;
    return text.slice(0, MAX_SUPPORT_TEXT_LENGTH);
  });
}

/** Gives each person as many listens and messages as one person may have. */
async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, statementTimeoutMs: 0, max: 1 });
  const each = Math.ceil(MAX_ROWS_PER_PERSON.listens * share);
  await insertListensAndProgress(database, { where: 'true', each });
  await database.query(
    'insert into support_questions (id, user_id, last_message_at) select gen_random_uuid(), id, now() from users',
  );
  await database.query(
    `insert into support_messages (id, question_id, user_id, author, text, at)
    select gen_random_uuid(), q.id, q.user_id, 'person', ($1::text[])[1 + n % 1000], now() - n * interval '2 hours'
    from support_questions q cross join generate_series(1, $2::integer) n`,
    [await writeTexts(1000), Math.ceil(SUPPORT_MESSAGES * share)],
  );
  await database.query('vacuum analyze');
  await database.close();
}

/** Asks for an export and fetches it; resolves to what it took. */
async function exportAll(
  { call, getCookie }: ReturnType<typeof createHttpClientWithCookies>,
  base: string,
) {
  const began = performance.now();
  let { state } = (await call('POST', ROUTE, { currentPassword: PASSWORD })) as {
    state: string;
  };
  while (state === 'preparing') {
    await delay(POLL_MS);
    ({ state } = (await call('GET', ROUTE)) as { state: string });
  }
  const preparedMs = performance.now() - began;
  const headers = { cookie: getCookie(), origin: base };
  const { ok, body } = await fetch(`${base}${ROUTE}/file`, { headers });
  if (!ok || !body) throw new Error(`the export is ${state}, and was not sent`);
  let bytes = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
  return { preparedMs, fetchedMs: performance.now() - began - preparedMs, bytes };
}

await runBench(async (dataDir) => {
  const first = await startServer(dataDir);
  const where = { base: first.base };
  const clients = Array.from({ length: PEOPLE }, () => createHttpClientWithCookies(where));
  for (const { call } of clients) await signUpMember(call);
  await stopServerBySignal(first, 'SIGTERM');
  await fill(dataDir);
  const server = await startServer(dataDir);
  where.base = server.base;
  for (const { call } of clients) await call('GET', '/api/users/me');
  await delay(SETTLE_MS);
  const measure = async () => {
    const { node, database } = await readMemoryMegabytes(server.child.pid ?? 0, dataDir);
    return node + database;
  };
  const before = await measure();
  let peak = before;
  const note = (now: number) => (peak = Math.max(peak, now));
  const sampling = setInterval(() => void measure().then(note), 500);
  const asked: Promise<number>[] = [];
  const ask = async () => {
    const began = performance.now();
    const { ok } = await fetch(`${server.base}/health`);
    return ok ? performance.now() - began : Infinity;
  };
  // Whether or not the one before was answered.
  const asking = setInterval(() => asked.push(ask()), 50);
  const results = await Promise.all(clients.map((client) => exportAll(client, server.base)));
  clearInterval(sampling);
  clearInterval(asking);
  const times = await Promise.all(asked);
  await stopServerBySignal(server, 'SIGTERM');
  for (const { bytes, preparedMs, fetchedMs } of results)
    printLine(
      `${(bytes / 1_000_000).toFixed(1)} MB: prepared in ${(preparedMs / 1000).toFixed(1)} s, fetched in ${(fetchedMs / 1000).toFixed(1)} s`,
    );
  const late = getPercentile(times, 0.99);
  printLine(
    `${before.toFixed(0)} MB before, ${(peak - before).toFixed(0)} MB more at most (promised ${PROMISED.moreMb}); of ${times.length} times ` +
      `/health answered 99 % within ${late.toFixed(0)} ms (promised ${PROMISED.healthMs}), all within ${getPercentile(times, 1).toFixed(0)} ms`,
  );
  return peak - before <= PROMISED.moreMb && late <= PROMISED.healthMs;
});
