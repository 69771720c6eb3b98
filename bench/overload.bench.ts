import { execFileSync, fork } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { LoadOrder, LoadRequest, LoadResult } from './load-client.ts';

import { createListeners } from './listener.ts';
import { endServer, startServer } from './server-process.ts';

// node bench/overload.bench.ts [--seconds 60]
// Five times as many requests as the server can answer: most of what it can do is still done, the rest is refused at once,
// and /health answers. The server and its database have one processor, the clients the other: otherwise sending five times
// as much takes the processor time in which the server would answer. What is promised in milliseconds is measured by a
// client of its own with little to do, and refusals also by the client that makes the load, less the time for which their
// replies may have lain there unread. The two clients share one processor, and whatever else the machine does may take it
// from them: for that delay of their own, which is printed, the bench does not fail. It fails where over 5 % of the load
// was never sent, whoever was late: then nothing is shown about five times as much. Linux only (taskset), needs two
// processors and a built site.

const FACTOR = 5;
const CONNECTIONS_AT_CAPACITY = 32;
/** So many that the rate is offered although the requests that are let in wait. */
const CONNECTIONS_OVER_CAPACITY = 1500;

/** As many as use the app at once, so that what one does seldom waits for what the same one did. */
const PEOPLE = 50;

const HEALTH = 'GET /health';
const PROBED = 'GET /api/users/me';
const PROBE_CONNECTIONS = 16;
const PROBE_RATE = 40;
const TICKS_PER_SECOND = 100;

const PROMISED = { goodput: 0.8, refusedMs: 50, healthMs: 100 };
const MAX_UNSENT_SHARE = 0.05;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const SECONDS = Number(values.seconds);

/** What somebody does in the app: reads it, looks for a session, opens it, hears a part and rates it. */
const buildRequests = (content: string): LoadRequest[] => [
  ...[
    PROBED,
    'GET /api/dashboard?timeZone=Europe%2FParis',
    'GET /api/contents?limit=20',
    'GET /api/contents?search=turbulence',
    `GET /api/contents/${content}`,
    'GET /api/programs',
    'GET /api/ladder',
    'GET /api/plan?timeZone=Europe%2FParis',
  ].map((name) => ({ name })),
  {
    name: 'POST /api/listens',
    body: JSON.stringify({
      id: '{id}',
      contentId: content,
      timeZone: 'Europe/Paris',
      startedAt: '{now}',
      endedAt: '{now}',
      positionMs: 1000,
      listenedMs: 1000,
      completed: false,
    }),
  },
  {
    name: `PUT /api/contents/${content}/rating`,
    body: JSON.stringify({ rating: 'very_helpful', ratedAt: '{now}' }),
  },
];

/** Moves this process, and with it the processes that it starts from now on, to one processor. */
function moveToProcessor(number: number): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${number}`, `${process.pid}`]);
}

/** Runs bench/load-client.ts to its end. */
async function load(order: LoadOrder): Promise<LoadResult> {
  const child = fork(path.join(import.meta.dirname, 'load-client.ts'));
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as LoadResult));
    child.once('exit', (code) => reject(new Error(`load-client.ts ended with ${code}`)));
  });
}

const hasSucceeded = (status: string) => status.startsWith('2');
const isRefused = (status: string) => status === '503';

/** The times of the replies whose status is as asked, of all requests or of one. */
const listTimes = (
  { replies }: Pick<LoadResult, 'replies'>,
  isMeant: (status: string) => boolean,
  only?: string,
) =>
  Object.entries(replies).flatMap(([key, times]) => {
    const name = key.slice(0, -4);
    const status = key.slice(-3);
    return isMeant(status) && (only ?? name) === name ? times : [];
  });

/** The value that a share of them do not exceed. */
function getPercentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const describe = (times: number[]) =>
  `half within ${getPercentile(times, 0.5).toFixed(0)} ms, 99 % within ${getPercentile(times, 0.99).toFixed(0)} ms`;

/** Processor seconds that a process has used so far. Linux only. */
async function readProcessorTime(pid = 0): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

async function run(dataDir: string): Promise<boolean> {
  moveToProcessor(0);
  const server = await startServer(dataDir);
  moveToProcessor(1);
  const { base } = server;
  const { cookies, content } = await createListeners(server, PEOPLE);
  const reading = { base, cookies, requests: buildRequests(content) };
  const normal = { ...reading, connections: CONNECTIONS_AT_CAPACITY };
  const normalSeconds = Math.min(SECONDS, 20);
  await load({ ...normal, seconds: Math.min(SECONDS, 10) });
  const atCapacity = await load({ ...normal, seconds: normalSeconds });
  const capacity = listTimes(atCapacity, hasSucceeded).length / normalSeconds;
  process.stdout.write(
    `  at capacity: ${capacity.toFixed(0)} a second, ${describe(listTimes(atCapacity, hasSucceeded))}\n`,
  );

  const used = await readProcessorTime(server.child.pid);
  const [over, probe] = await Promise.all([
    load({
      ...reading,
      connections: CONNECTIONS_OVER_CAPACITY,
      seconds: SECONDS,
      rate: FACTOR * capacity,
    }),
    load({
      ...reading,
      requests: [{ name: HEALTH }, { name: PROBED }],
      connections: PROBE_CONNECTIONS,
      seconds: SECONDS,
      rate: PROBE_RATE,
    }),
  ]);
  const share = ((await readProcessorTime(server.child.pid)) - used) / SECONDS;
  await endServer(server, 'SIGTERM');

  const goodput = listTimes(over, hasSucceeded).length / SECONDS;
  const refused = listTimes(over, isRefused);
  const refusedByServer = listTimes({ replies: over.withoutOwnDelay }, isRefused);
  const unsentShare = over.unsent / (FACTOR * capacity * SECONDS);
  const probed = listTimes(probe, isRefused, PROBED);
  const health = listTimes(probe, hasSucceeded, HEALTH);
  const others = [over, probe].flatMap(({ replies, broken }) => [
    ...Object.entries(replies)
      .filter(([name]) => !/ (?:2\d\d|503)$/.test(name))
      .map(([name, { length }]) => `${length} × ${name}`),
    ...Object.entries(broken).map(([why, count]) => `${count} × ${why}`),
  ]);
  process.stdout.write(
    `  offered ${FACTOR} times as much, ${((goodput * SECONDS + refused.length) / SECONDS).toFixed(0)} answered or refused a second for ${SECONDS} s ` +
      `with ${share.toFixed(2)} of a processor, ${(over.unsent / SECONDS).toFixed(0)} a second never sent, ${(unsentShare * 100).toFixed(1)} % (at most ${MAX_UNSENT_SHARE * 100} %):\n` +
      `  ${goodput.toFixed(0)} answered a second, ${(goodput / capacity).toFixed(2)} of capacity (promised ${PROMISED.goodput}), ${describe(listTimes(over, hasSucceeded))}\n` +
      `  ${refused.length} refused (503), ${describe(refused)}, without the client's own delay ${describe(refusedByServer)} (promised ${PROMISED.refusedMs})\n` +
      `  ${probed.length} refused to a client with little to do: ${describe(probed)} (promised ${PROMISED.refusedMs})\n` +
      `  /health: ${describe(health)}, at most ${getPercentile(health, 1).toFixed(0)} ms (promised ${PROMISED.healthMs})\n` +
      `  the clients themselves were late by ${over.ownDelayMs.toFixed(0)} and ${probe.ownDelayMs.toFixed(0)} ms in 1 % of cases\n` +
      `  ${others.length > 0 ? others.join(', ') : 'every request was answered, and none with anything else'}\n`,
  );
  return (
    goodput >= PROMISED.goodput * capacity &&
    unsentShare <= MAX_UNSENT_SHARE &&
    getPercentile(refusedByServer, 0.99) <= PROMISED.refusedMs &&
    probed.length > 0 &&
    getPercentile(probed, 0.99) <= PROMISED.refusedMs &&
    health.length > 0 &&
    getPercentile(health, 0.99) <= PROMISED.healthMs &&
    others.length === 0
  );
}

const folder = await mkdtemp(path.join(tmpdir(), 'envol-overload-'));
await chmod(folder, 0o755);
try {
  process.exitCode = (await run(folder)) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
