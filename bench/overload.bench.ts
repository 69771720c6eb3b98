import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { createClient, createListener } from './listener.ts';
import { endServer, startServer } from './server-process.ts';

// node bench/overload.bench.ts [--seconds 60]
// Five times as many requests as the server can answer: most of what it can do is still done, the rest is refused at once,
// and /health answers. Needs a built site.

const FACTOR = 5;
const CONNECTIONS_AT_CAPACITY = 32;
/** So many that the rate is offered although the requests that are let in wait. */
const CONNECTIONS_OVER_CAPACITY = 1500;
const PROBE_INTERVAL_MS = 250;

const PROMISED = { goodput: 0.8, refusedMs: 50, healthMs: 100 };

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const SECONDS = Number(values.seconds);

const READS = [
  '/api/users/me',
  '/api/contents?limit=20',
  '/api/dashboard?timeZone=Europe%2FParis',
  '/api/programs',
];

interface Load {
  base: string;
  cookie: string;
  connections: number;
  seconds: number;
  /** Requests a second; as many as are answered unless told. */
  rate?: number;
}

/** Reads as the app does; resolves to how many were answered a second, and after how many milliseconds the others were refused. */
async function load({ base, cookie, connections, seconds, rate }: Load) {
  let answered = 0;
  const refusedMs: number[] = [];
  const broken = new Map<number, number>();
  const options = {
    url: base,
    headers: { cookie, origin: base },
    requests: READS.map((url) => ({ method: 'GET' as const, path: url })),
    connections,
    duration: seconds,
    ...(rate !== undefined && { overallRate: Math.round(rate) }),
  } satisfies autocannon.Options;
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error: Error | null, result) =>
      error ? reject(error) : resolve(result),
    );
    instance.on('response', (_client, status, _bytes, ms) => {
      if (status === 200) answered += 1;
      else if (status === 503) refusedMs.push(ms);
      else broken.set(status, (broken.get(status) ?? 0) + 1);
    });
  });
  return { goodput: answered / seconds, refusedMs, broken, failed: errors + timeouts };
}

/** Asks /health every quarter of a second until `signal` is aborted; resolves to the times in milliseconds. */
async function probe(base: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    const { ok } = await fetch(`${base}/health`);
    times.push(ok ? performance.now() - began : Infinity);
    await delay(PROBE_INTERVAL_MS);
  }
  return times;
}

/** The value that a share of them do not exceed. */
function getPercentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function run(dataDir: string): Promise<boolean> {
  const server = await startServer(dataDir);
  const { base } = server;
  const { call, getCookie } = createClient(server);
  await createListener(call);
  const common = { base, cookie: getCookie() };
  const normal = { ...common, connections: CONNECTIONS_AT_CAPACITY };
  await load({ ...normal, seconds: Math.min(SECONDS, 10) });
  const capacity = await load({ ...normal, seconds: Math.min(SECONDS, 20) });
  process.stdout.write(`  at capacity: ${capacity.goodput.toFixed(0)} a second\n`);

  const end = new AbortController();
  const probing = probe(base, end.signal);
  const over = await load({
    ...common,
    connections: CONNECTIONS_OVER_CAPACITY,
    seconds: SECONDS,
    rate: FACTOR * capacity.goodput,
  });
  end.abort();
  const health = await probing;
  await endServer(server, 'SIGTERM');

  const share = over.goodput / capacity.goodput;
  const offered = over.goodput + over.refusedMs.length / SECONDS;
  const [refusedMs, healthMs] = [
    getPercentile(over.refusedMs, 0.99),
    getPercentile(health, 0.99),
  ] as const;
  const codes = [...over.broken].map(([status, count]) => `${count} × ${status}`).join(', ');
  process.stdout.write(
    `  offered ${FACTOR} times as much, answered or refused ${offered.toFixed(0)} a second for ${SECONDS} s: ` +
      `${over.goodput.toFixed(0)} a second, ${share.toFixed(2)} of capacity (promised ${PROMISED.goodput})\n` +
      `  ${over.refusedMs.length} refused (503), half within ${getPercentile(over.refusedMs, 0.5).toFixed(0)} ms, ` +
      `99 % within ${refusedMs.toFixed(0)} ms (promised ${PROMISED.refusedMs})\n` +
      `  /health, 99 % within ${healthMs.toFixed(0)} ms, at most ${Math.max(...health).toFixed(0)} ms (promised ${PROMISED.healthMs})\n` +
      `  ${over.failed} failed, ${codes === '' ? 'none broke' : codes}\n`,
  );
  return (
    share >= PROMISED.goodput &&
    refusedMs <= PROMISED.refusedMs &&
    healthMs <= PROMISED.healthMs &&
    over.failed === 0 &&
    over.broken.size === 0
  );
}

const folder = await mkdtemp(path.join(tmpdir(), 'envol-overload-'));
await chmod(folder, 0o755);
try {
  process.exitCode = (await run(folder)) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
