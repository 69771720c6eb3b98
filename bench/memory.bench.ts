import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { createListeners } from './listener.ts';
import { readMemory } from './process-memory.ts';
import { endServer, startServer } from './server-process.ts';

// node bench/memory.bench.ts [--requests 200000]
// What the server holds with its database, from the start on and while people read, listen, rate and search: within the
// promised bound, and no more in the last quarter of the requests than in the second. So many callers without a pause are
// more than the server can do, and it sheds about one request of a hundred. Linux only.

const PROMISED_MB = 250;
/** Memory that is no leak: what the collector leaves differs from one moment to the next. */
const TOLERANCE_MB = 15;
const CONNECTIONS = 32;
const STEPS = 20;
const PEOPLE = 64;
const SETTLE_MS = 5000;
const PAUSE_MS = 200;

const { values } = parseArgs({ options: { requests: { type: 'string', default: '200000' } } });
const amount = Math.ceil(Number(values.requests) / STEPS);

/** What people do, over and over and in turns: mostly reads, as the app makes them, and some writes. */
function buildRequests(cookies: string[], content: string): autocannon.Request[] {
  const timeZone = 'Europe/Paris';
  const at = () => new Date().toISOString();
  let turn = 0;
  const ask = (method: 'GET' | 'PUT' | 'POST', path: string, buildBody?: () => object) => ({
    method,
    path,
    setupRequest: (request: autocannon.Request): autocannon.Request => ({
      ...request,
      headers: {
        ...request.headers,
        cookie: cookies[turn++ % cookies.length],
        ...(buildBody && { 'content-type': 'application/json' }),
      },
      ...(buildBody && { body: JSON.stringify(buildBody()) }),
    }),
  });
  const reads = [
    '/api/users/me',
    '/api/contents?limit=20',
    `/api/dashboard?timeZone=${encodeURIComponent(timeZone)}`,
    `/api/contents/${content}`,
    '/api/contents?search=turbulence',
    '/',
    `/s/${content}`,
    '/api/programs',
  ];
  return [
    ...reads.map((url) => ask('GET', url)),
    ask('PUT', `/api/contents/${content}/rating`, () => ({
      rating: 'very_helpful',
      ratedAt: at(),
    })),
    ask('POST', '/api/listens', () => ({
      id: crypto.randomUUID(),
      contentId: content,
      timeZone,
      startedAt: at(),
      endedAt: at(),
      positionMs: 1000,
      listenedMs: 1000,
      completed: false,
    })),
  ];
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

async function run(dataDir: string): Promise<boolean> {
  const server = await startServer(dataDir);
  const pid = server.child.pid ?? 0;
  const seen: number[] = [];
  const note = async (when: string) => {
    const { node, database } = await readMemory(pid, dataDir);
    seen.push(node + database);
    process.stdout.write(
      `  ${when}: ${(node + database).toFixed(0)} MB, the server ${node.toFixed(0)} and its database ${database.toFixed(0)}\n`,
    );
  };
  await note('ready');
  const { cookies, content } = await createListeners(server, PEOPLE);
  let shed = 0;
  let failed = 0;
  for (let step = 1; step <= STEPS; step++) {
    const result = await autocannon({
      url: server.base,
      headers: { origin: server.base },
      requests: buildRequests(cookies, content),
      connections: CONNECTIONS,
      amount,
    });
    const overloaded = result.statusCodeStats?.['503']?.count ?? 0;
    shed += overloaded;
    failed += result.non2xx - overloaded + result.errors;
    // The requests that autocannon leaves unanswered when it has its amount are not to meet the next.
    await delay(PAUSE_MS);
    await note(`${step * amount} requests, ${result.requests.average.toFixed(0)} a second`);
  }
  await delay(SETTLE_MS);
  await note(`${SETTLE_MS / 1000} s later`);
  await endServer(server, 'SIGTERM');
  const peak = Math.max(...seen);
  const quarter = STEPS / 4;
  // The first entry is from before the load, the last from after it.
  const findMedian = (from: number) => median(seen.slice(1 + from, 1 + from + quarter));
  const second = findMedian(quarter);
  const last = findMedian(3 * quarter);
  process.stdout.write(
    `${STEPS * amount} requests, ${shed} shed, ${failed} failed; at most ${peak.toFixed(0)} MB (promised ${PROMISED_MB}); ` +
      `median of the second quarter ${second.toFixed(0)} MB, of the last ${last.toFixed(0)} MB (promised ${TOLERANCE_MB} more at most)\n`,
  );
  return failed === 0 && peak <= PROMISED_MB && last - second <= TOLERANCE_MB;
}

const folder = await mkdtemp(path.join(tmpdir(), 'envol-memory-'));
await chmod(folder, 0o755);
try {
  process.exitCode = (await run(folder)) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
