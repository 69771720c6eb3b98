import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '#server/db/connect.ts';
import { buildSocketUrl } from '#server/db/url.ts';
import { createClient, createListener } from './listener.ts';
import { endServer, killEngine, startServer, type ServerProcess } from './server-process.ts';

// The database engine is killed ten times under load: nothing but 503 meanwhile, no request waits longer than two seconds,
// and the server answers within a second of the engine.

const KILLS = 10;
const CALLERS = 16;
const BACK_WITHIN_MS = 1000;
const SLOWEST_MS = 2000;

interface Answer {
  status: number;
  at: number;
  ms: number;
}

/** Reads and writes without pause until `signal` is aborted, several at a time; resolves to every answer. */
async function load(
  { base }: ServerProcess,
  cookie: string,
  contentId: string,
  signal: AbortSignal,
) {
  const answers: Answer[] = [];
  const caller = async (index: number) => {
    for (let turn = index; !signal.aborted; turn++) {
      const began = performance.now();
      const isWrite = turn % 2 === 0;
      const response = await fetch(
        `${base}/api/${isWrite ? `contents/${contentId}/rating` : 'users/me'}`,
        {
          method: isWrite ? 'PUT' : 'GET',
          headers: { origin: base, cookie, ...(isWrite && { 'content-type': 'application/json' }) },
          ...(isWrite && {
            body: JSON.stringify({ rating: 'very_helpful', ratedAt: new Date().toISOString() }),
          }),
        },
      );
      await response.arrayBuffer();
      const at = performance.now();
      answers.push({ status: response.status, at, ms: at - began });
      // As a client does that is asked to come back.
      if (response.status === 503) await delay(50);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, index) => caller(index)));
  return answers;
}

/** Resolves to the moment at which the engine of a data folder answers. */
async function waitForEngine(dataDir: string): Promise<number> {
  for (;;) {
    const url = buildSocketUrl(path.join(dataDir, 'postgres'), 5432, 'envol', 'envol');
    const { query, close } = createPool(url, { max: 1 });
    const isBack = await query('select 1').then(
      () => true,
      () => false,
    );
    await close();
    if (isBack) return performance.now();
    await delay(10);
  }
}

async function run(dataDir: string) {
  const server = await startServer(dataDir);
  const { call, getCookie } = createClient(server);
  await createListener(call);
  const { items } = (await call('GET', '/api/contents')) as { items: { id: string }[] };
  const end = new AbortController();
  const loading = load(server, getCookie(), items[0]?.id ?? '', end.signal);
  const backs: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    await delay(500 + Math.random() * 1000);
    const killed = performance.now();
    await killEngine(dataDir);
    const back = await waitForEngine(dataDir);
    backs.push(back);
    process.stdout.write(
      `  kill ${kill}: the engine answers after ${Math.round(back - killed)} ms\n`,
    );
  }
  await delay(2 * BACK_WITHIN_MS);
  end.abort();
  const answers = await loading;
  await endServer(server, 'SIGTERM');
  const isGood = ({ status }: Answer) => status < 300;
  return {
    answers: answers.length,
    refused: answers.filter(({ status }) => status === 503).length,
    broken: answers.filter((answer) => !isGood(answer) && answer.status !== 503).length,
    slowestMs: Math.max(...answers.map(({ ms }) => ms)),
    slowestBackMs: Math.max(
      ...backs.map((back) => {
        const first = answers.find((answer) => answer.at > back && isGood(answer));
        return (first?.at ?? Infinity) - back;
      }),
    ),
  };
}

const folder = await mkdtemp(path.join(tmpdir(), 'envol-outage-'));
await chmod(folder, 0o755);
try {
  const report = await run(folder);
  const { answers, refused, broken, slowestMs, slowestBackMs } = report;
  process.stdout.write(
    `${KILLS} kills of the engine, ${answers} requests: ${refused} asked to come back (503), ${broken} broke; ` +
      `slowest ${Math.round(slowestMs)} ms (promised ${SLOWEST_MS}); served again ${Math.round(slowestBackMs)} ms after the engine at the latest (promised ${BACK_WITHIN_MS})\n`,
  );
  const isInTime = slowestMs <= SLOWEST_MS && slowestBackMs <= BACK_WITHIN_MS;
  process.exitCode = broken === 0 && isInTime ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
