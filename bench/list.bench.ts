import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { openDatabase } from '#server/db/connect.ts';
import { makeLibrary } from './library.ts';

// The list of 20 sessions through the whole server, against bare node:http sending the same list
// statement to the same database. Each serves from a process of its own; rounds alternate, and the
// median of their ratios is printed, because these machines are noisy.

const MIN_RATIO = 0.5;
const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 20;

interface BenchServer {
  url: string;
  headers: Record<string, string>;
  stop: () => void;
}

function startServer(script: string, databaseUrl: string): Promise<BenchServer> {
  const child = fork(path.join(import.meta.dirname, script), [databaseUrl], { silent: false });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const { url, headers } = message as Pick<BenchServer, 'url' | 'headers'>;
      resolve({ url, headers, stop: () => void child.kill('SIGTERM') });
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

async function requestsPerSecond({ url, headers }: BenchServer): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} refusals`);
  return result.requests.average;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function run(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'envol-bench-'));
  const database = await openDatabase({ dataDir: folder });
  const stops: (() => void)[] = [];
  try {
    await makeLibrary(database.db, 60);
    const bare = await startServer('bare-server.ts', database.url);
    stops.push(bare.stop);
    const ours = await startServer('list-server.ts', database.url);
    stops.push(ours.stop);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const baseline = await requestsPerSecond(bare);
      const measured = await requestsPerSecond(ours);
      ratios.push(measured / baseline);
      process.stdout.write(
        `  round ${round + 1}: ${measured.toFixed(0)}/s against ${baseline.toFixed(0)}/s bare, ratio ${(measured / baseline).toFixed(2)}\n`,
      );
    }
    return median(ratios);
  } finally {
    for (const stop of stops) stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const ratio = await run();
process.stdout.write(
  `list of 20 sessions: ${ratio.toFixed(2)} of bare node:http (promised ${MIN_RATIO})\n`,
);
process.exitCode = ratio >= MIN_RATIO ? 0 : 1;
