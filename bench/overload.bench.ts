import { execFileSync, fork } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { LoadOrder, LoadResult } from './load-client.ts';

import { createClient, createListener } from './listener.ts';
import { endServer, startServer } from './server-process.ts';

// node bench/overload.bench.ts [--seconds 60]
// Five times as many requests as the server can answer: most of what it can do is still done, the rest is refused at once,
// and /health answers. The server and its database have one processor, the clients the other: otherwise sending five times
// as much takes the processor time in which the server would answer. What is promised in milliseconds is measured by a
// client of its own with little to do. Linux only (taskset), needs two processors and a built site.

const FACTOR = 5;
const CONNECTIONS_AT_CAPACITY = 32;
/** So many that the rate is offered although the requests that are let in wait. */
const CONNECTIONS_OVER_CAPACITY = 1500;

const HEALTH = '/health';
const PROBED = '/api/users/me';
const PROBE_CONNECTIONS = 16;
const PROBE_RATE = 40;
const TICKS_PER_SECOND = 100;

const PROMISED = { goodput: 0.8, refusedMs: 50, healthMs: 100 };

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const SECONDS = Number(values.seconds);

const READS = [
  '/api/users/me',
  '/api/contents?limit=20',
  '/api/dashboard?timeZone=Europe%2FParis',
  '/api/programs',
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

/** The times of all replies with this status, of these paths or of all. */
const listTimes = ({ replies }: LoadResult, status: number, paths: string[] = READS) =>
  paths.flatMap((one) => replies[`${one} ${status}`] ?? []);

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
  const { call, getCookie } = createClient(server);
  await createListener(call);
  const reading = { base, cookie: getCookie(), paths: READS };
  const normal = { ...reading, connections: CONNECTIONS_AT_CAPACITY };
  const normalSeconds = Math.min(SECONDS, 20);
  await load({ ...normal, seconds: Math.min(SECONDS, 10) });
  const atCapacity = await load({ ...normal, seconds: normalSeconds });
  const capacity = listTimes(atCapacity, 200).length / normalSeconds;
  process.stdout.write(
    `  at capacity: ${capacity.toFixed(0)} a second, ${describe(listTimes(atCapacity, 200))}\n`,
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
      paths: [HEALTH, PROBED],
      connections: PROBE_CONNECTIONS,
      seconds: SECONDS,
      rate: PROBE_RATE,
    }),
  ]);
  const share = ((await readProcessorTime(server.child.pid)) - used) / SECONDS;
  await endServer(server, 'SIGTERM');

  const goodput = listTimes(over, 200).length / SECONDS;
  const refused = listTimes(over, 503);
  const probed = listTimes(probe, 503, [PROBED]);
  const health = listTimes(probe, 200, [HEALTH]);
  const others = [over, probe].flatMap(({ replies, broken }) => [
    ...Object.entries(replies)
      .filter(([name]) => !/ (?:200|503)$/.test(name))
      .map(([name, { length }]) => `${length} × ${name}`),
    ...Object.entries(broken).map(([why, count]) => `${count} × ${why}`),
  ]);
  process.stdout.write(
    `  offered ${FACTOR} times as much, ${((goodput * SECONDS + refused.length) / SECONDS).toFixed(0)} answered or refused a second for ${SECONDS} s ` +
      `with ${share.toFixed(2)} of a processor, ${(over.unsent / SECONDS).toFixed(0)} a second never sent:\n` +
      `  ${goodput.toFixed(0)} answered a second, ${(goodput / capacity).toFixed(2)} of capacity (promised ${PROMISED.goodput}), ${describe(listTimes(over, 200))}\n` +
      `  ${refused.length} refused (503), ${describe(refused)}; a client with little to do: ${describe(probed)} (promised ${PROMISED.refusedMs})\n` +
      `  /health: ${describe(health)}, at most ${getPercentile(health, 1).toFixed(0)} ms (promised ${PROMISED.healthMs})\n` +
      `  the clients themselves were late by ${over.ownDelayMs.toFixed(0)} and ${probe.ownDelayMs.toFixed(0)} ms in 1 % of cases\n` +
      `  ${others.length > 0 ? others.join(', ') : 'every request was answered, and none with anything else'}\n`,
  );
  return (
    goodput >= PROMISED.goodput * capacity &&
    getPercentile(probed, 0.99) <= PROMISED.refusedMs &&
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
