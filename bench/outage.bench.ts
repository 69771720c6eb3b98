import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '#server/db/connect.ts';
import { buildSocketUrl } from '#server/db/url.ts';
import { readNumberOption, runBench, printLine } from './launch.ts';
import { signUpListeners } from './listener.ts';
import { stopServerBySignal, killDatabaseEngine, startServer } from './server-process.ts';

// npm run bench -- outage.bench.ts [--kills 10]
// The database engine is killed ten times under load: nothing but 503 meanwhile, no request waits longer than two seconds,
// and the server answers within a second of the engine.

const KILLS = readNumberOption('kills', 10, 1);
const CALLERS = 16;
const BACK_WITHIN_MS = 1000;
const SLOWEST_MS = 2000;

interface Answer {
  status: number;
  at: number;
  ms: number;
}
const isGood = ({ status }: Answer) => status < 300;

/** Resolves to the moment at which the engine of a data folder answers. */
async function waitForEngine(dataDir: string): Promise<number> {
  const url = buildSocketUrl(path.join(dataDir, 'postgres'), 5432, 'envol', 'envol');
  for (;;) {
    const { query, close } = createPool(url, { max: 1 });
    const isBack = await query('select 1').catch(() => null);
    await close();
    if (isBack) return performance.now();
    await delay(10);
  }
}

await runBench(async (dataDir) => {
  const server = await startServer(dataDir);
  const { base } = server;
  const { cookies, content } = await signUpListeners(server, 1);
  const headers = { origin: base, cookie: cookies[0] ?? '' };
  const end = new AbortController();
  const answers: Answer[] = [];
  /** Reads and writes in turns, without a pause. */
  const call = async (_: unknown, index: number) => {
    for (let turn = index; !end.signal.aborted; turn++) {
      const began = performance.now();
      const body = JSON.stringify({ rating: 'very_helpful', ratedAt: new Date().toISOString() });
      const response = await (turn % 2 === 0
        ? fetch(`${base}/api/contents/${content}/rating`, {
            method: 'PUT',
            body,
            headers: { ...headers, 'content-type': 'application/json' },
          })
        : fetch(`${base}/api/users/me`, { headers }));
      await response.arrayBuffer();
      const at = performance.now();
      answers.push({ status: response.status, at, ms: at - began });
      // As a client does that is asked to come back.
      if (response.status === 503) await delay(50);
    }
  };
  const loading = Promise.all(Array.from({ length: CALLERS }, call));
  const backs: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    await delay(500 + Math.random() * 1000);
    const killed = performance.now();
    await killDatabaseEngine(dataDir);
    const back = await waitForEngine(dataDir);
    backs.push(back);
    printLine(`kill ${kill}: the engine answers after ${Math.round(back - killed)} ms`);
  }
  await delay(2 * BACK_WITHIN_MS);
  end.abort();
  await loading;
  await stopServerBySignal(server, 'SIGTERM');
  const refused = answers.filter(({ status }) => status === 503).length;
  const broken = answers.length - refused - answers.filter(isGood).length;
  const slowestMs = Math.max(...answers.map(({ ms }) => ms));
  const findFirst = (back: number) => answers.find((answer) => answer.at > back && isGood(answer));
  const slowestBackMs = Math.max(...backs.map((back) => (findFirst(back)?.at ?? Infinity) - back));
  printLine(
    `${KILLS} kills of the engine, ${answers.length} requests: ${refused} asked to come back (503), ${broken} broke; ` +
      `slowest ${Math.round(slowestMs)} ms (promised ${SLOWEST_MS}); served again ${Math.round(slowestBackMs)} ms after the engine at the latest (promised ${BACK_WITHIN_MS})`,
  );
  return broken === 0 && slowestMs <= SLOWEST_MS && slowestBackMs <= BACK_WITHIN_MS;
});
