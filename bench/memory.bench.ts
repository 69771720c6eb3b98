import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { getMedian, readNumberOption, runBench, printLine } from './launch.ts';
import { signUpListeners } from './listener.ts';
import { readMemoryMegabytes } from './process-use.ts';
import { stopServerBySignal, startServer } from './server-process.ts';
import { fillBodyTemplate, listAppRequests } from './app-requests.ts';

// npm run bench -- memory.bench.ts [--requests 200000]
// What the server holds with its database, from the start on and while people read, listen, rate and search: within the
// promised bound, and no more in the last quarter of the requests than in the second. So many callers without a pause are
// more than the server can do, and it sheds about one request of a hundred. Linux only.

const PROMISED_MB = 250;
/** Memory that is no leak: what the collector leaves differs from one moment to the next. */
const TOLERANCE_MB = 15;
const STEPS = 20;
const SETTLE_MS = 5000;
const amount = Math.ceil(readNumberOption('requests', 200_000, 2000) / STEPS);

await runBench(async (dataDir) => {
  const server = await startServer(dataDir);
  const seen: number[] = [];
  const note = async (when: string) => {
    const { node, database } = await readMemoryMegabytes(server.child.pid ?? 0, dataDir);
    seen.push(node + database);
    printLine(
      `${when}: ${(node + database).toFixed(0)} MB, the server ${node.toFixed(0)} and its database ${database.toFixed(0)}`,
    );
  };
  await note('ready');
  const { cookies, content } = await signUpListeners(server, 64);
  let turn = 0;
  const requests = listAppRequests(content, ['/', `/s/${content}`]).map(({ body, ...request }) => ({
    ...request,
    setupRequest: (made: autocannon.Request): autocannon.Request => ({
      ...made,
      headers: {
        ...made.headers,
        cookie: cookies[turn++ % cookies.length],
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: fillBodyTemplate(body) }),
    }),
  }));
  let shed = 0;
  let failed = 0;
  for (let step = 1; step <= STEPS; step++) {
    const headers = { origin: server.base };
    const result = await autocannon({
      url: server.base,
      headers,
      requests,
      connections: 32,
      amount,
    });
    const overloaded = result.statusCodeStats?.['503']?.count ?? 0;
    shed += overloaded;
    failed += result.non2xx - overloaded + result.errors;
    // The requests that autocannon leaves unanswered when it has its amount are not to meet the next.
    await delay(200);
    await note(`${step * amount} requests, ${result.requests.average.toFixed(0)} a second`);
  }
  await delay(SETTLE_MS);
  await note(`${SETTLE_MS / 1000} s later`);
  await stopServerBySignal(server, 'SIGTERM');
  const peak = Math.max(...seen);
  // The first entry is from before the load, the last from after it.
  const [, second = 0, , last = 0] = [0, 1, 2, 3].map((quarter) =>
    getMedian(seen.slice(1 + (quarter * STEPS) / 4, 1 + ((quarter + 1) * STEPS) / 4)),
  );
  printLine(
    `${STEPS * amount} requests, ${shed} shed, ${failed} failed; at most ${peak.toFixed(0)} MB (promised ${PROMISED_MB}); ` +
      `median of the second quarter ${second.toFixed(0)} MB, of the last ${last.toFixed(0)} MB (promised ${TOLERANCE_MB} more at most)`,
  );
  return failed === 0 && peak <= PROMISED_MB && last - second <= TOLERANCE_MB;
});
