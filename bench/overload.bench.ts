import { execFileSync } from 'node:child_process';
import {
  getPercentile,
  readNumberOption,
  runBench,
  printLine,
  startBenchProcess,
} from './launch.ts';
import { signUpListeners } from './listener.ts';
import type { LoadOptions, LoadResult } from './load-client.ts';
import { readProcessorMs } from './process-use.ts';
import { stopServerBySignal, startServer } from './server-process.ts';
import { type AppRequest, listAppRequests } from './app-requests.ts';

// npm run bench -- overload.bench.ts [--seconds 60]
// Five times as many requests as the server can answer: most of what it can do is still done, the rest is refused at once,
// and /health answers. The server and its database have one processor, the clients the other: otherwise sending five times
// as much takes the processor time in which the server would answer. What is promised in milliseconds is measured by a
// client of its own with little to do, and refusals also by the client that makes the load, less the time for which their
// replies may have lain there unread. The two clients share one processor, and whatever else the machine does may take it
// from them: for that delay of their own, which is printed, the bench does not fail. It fails where over 5 % of the load
// was never sent, for then nothing is shown about five times as much. Linux only (taskset), needs two processors.

const SECONDS = readNumberOption('seconds', 60, 3);
const FACTOR = 5;
/** So many that the rate is offered although the requests that are let in wait. */
const CONNECTIONS_OVER_CAPACITY = 1500;
/** As many as use the app at once, so that what one does seldom waits for what the same one did. */
const PEOPLE = 50;
const PROBES: AppRequest[] = [
  { method: 'GET', path: '/health' },
  { method: 'GET', path: '/api/users/me' },
];
const [HEALTH, PROBED] = ['GET /health', 'GET /api/users/me'];
const PROMISED = { goodput: 0.8, refusedMs: 50, healthMs: 100, unsent: 0.05 };

/** Moves this process, and with it the processes that it starts from now on, to one processor. */
const moveToProcessor = (number: number) =>
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `${number}`, `${process.pid}`]);

const load = async (order: LoadOptions) =>
  (await startBenchProcess<LoadResult>('load-client.ts', order)).told;

/** The times of the replies with a status, of all requests or of one. */
const listTimes = (replies: LoadResult['replies'], status: RegExp, only?: string) =>
  Object.entries(replies).flatMap(([key, times]) =>
    status.test(key.slice(-3)) && (only ?? key.slice(0, -4)) === key.slice(0, -4) ? times : [],
  );
const GOOD = /^2/;
const REFUSED = /^503$/;

const describe = (times: number[]) =>
  `half within ${getPercentile(times, 0.5).toFixed(0)} ms, 99 % within ${getPercentile(times, 0.99).toFixed(0)} ms`;

await runBench(async (dataDir) => {
  moveToProcessor(0);
  const server = await startServer(dataDir);
  moveToProcessor(1);
  const { base } = server;
  const { cookies, content } = await signUpListeners(server, PEOPLE);
  const requests = listAppRequests(content, ['/api/ladder', '/api/plan?timeZone=Europe%2FParis']);
  const normal = { base, cookies, requests, connections: 32 };
  const normalSeconds = Math.min(SECONDS, 20);
  await load({ ...normal, seconds: Math.min(SECONDS, 10) });
  const { replies: atCapacity } = await load({ ...normal, seconds: normalSeconds });
  const capacity = listTimes(atCapacity, GOOD).length / normalSeconds;
  printLine(
    `at capacity: ${capacity.toFixed(0)} a second, ${describe(listTimes(atCapacity, GOOD))}`,
  );

  const pid = server.child.pid ?? 0;
  const used = await readProcessorMs(pid);
  const [over, probe] = await Promise.all([
    load({
      ...normal,
      connections: CONNECTIONS_OVER_CAPACITY,
      seconds: SECONDS,
      rate: FACTOR * capacity,
    }),
    load({ base, cookies, requests: PROBES, connections: 16, seconds: SECONDS, rate: 40 }),
  ]);
  const share = ((await readProcessorMs(pid)) - used) / 1000 / SECONDS;
  await stopServerBySignal(server, 'SIGTERM');

  const good = listTimes(over.replies, GOOD);
  const goodput = good.length / SECONDS;
  const refused = listTimes(over.replies, REFUSED);
  const refusedByServer = listTimes(over.withoutOwnDelay, REFUSED);
  const unsent = over.unsent / (FACTOR * capacity * SECONDS);
  const probed = listTimes(probe.replies, REFUSED, PROBED);
  const health = listTimes(probe.replies, GOOD, HEALTH);
  const others = [over, probe].flatMap(({ replies, broken }) => [
    ...Object.entries(replies)
      .filter(([name]) => !/ (?:2\d\d|503)$/.test(name))
      .map(([name, { length }]) => `${length} × ${name}`),
    ...Object.entries(broken).map(([why, count]) => `${count} × ${why}`),
  ]);
  printLine(
    `offered ${FACTOR} times as much, ${((good.length + refused.length) / SECONDS).toFixed(0)} answered or refused a second for ${SECONDS} s ` +
      `with ${share.toFixed(2)} of a processor, ${(unsent * 100).toFixed(1)} % never sent (at most ${PROMISED.unsent * 100} %):`,
  );
  printLine(
    `${goodput.toFixed(0)} answered a second, ${(goodput / capacity).toFixed(2)} of capacity (promised ${PROMISED.goodput}), ${describe(good)}`,
  );
  printLine(
    `${refused.length} refused (503), ${describe(refused)}, without the client's own delay ${describe(refusedByServer)} (promised ${PROMISED.refusedMs})`,
  );
  printLine(
    `${probed.length} refused to a client with little to do: ${describe(probed)} (promised ${PROMISED.refusedMs})`,
  );
  printLine(
    `/health: ${describe(health)}, at most ${getPercentile(health, 1).toFixed(0)} ms (promised ${PROMISED.healthMs})`,
  );
  printLine(
    `the clients themselves were late by ${over.ownDelayMs.toFixed(0)} and ${probe.ownDelayMs.toFixed(0)} ms in 1 % of cases`,
  );
  printLine(others.join(', ') || 'every request was answered, and none with anything else');
  const isQuick = (times: number[], limitMs: number) =>
    times.length > 0 && getPercentile(times, 0.99) <= limitMs;
  return (
    goodput >= PROMISED.goodput * capacity &&
    unsent <= PROMISED.unsent &&
    isQuick(refusedByServer, PROMISED.refusedMs) &&
    isQuick(probed, PROMISED.refusedMs) &&
    isQuick(health, PROMISED.healthMs) &&
    others.length === 0
  );
});
