import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { openDatabase } from '#server/db/connect.ts';
import type { Asking, Service } from './dead-services-server.ts';

// node bench/dead-services.bench.ts [--rounds 5]
// Each outside service refuses connections, never answers, or answers garbage, while the server asks it five times a
// second: everything else keeps its speed. Rounds with and without asking alternate, and the median of their ratios counts.

const SERVICES: readonly Service[] = ['mail', 'google', 'keys', 'recaptcha'];
const PROMISED = 0.9;
const SECONDS = 2;
const CONNECTIONS = 16;
const GARBAGE_BYTES = 4096;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const ROUNDS = Number(values.rounds);

/** What an outside service does with a connection; a dead one does not listen at all. */
const BEHAVIOURS: Record<string, ((socket: Socket) => void) | null> = {
  dead: null,
  slow: () => undefined,
  garbage: (socket) => void socket.end(randomBytes(GARBAGE_BYTES)),
};

async function listen(behave: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A port on which nothing listens. */
async function findDeadPort(): Promise<number> {
  const server = await listen(() => undefined);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Site {
  child: ChildProcess;
  base: string;
  cookie: string;
}

async function startSite(databaseUrl: string): Promise<Site> {
  const script = path.join(import.meta.dirname, 'dead-services-server.ts');
  const child = fork(script, [databaseUrl]);
  const told = await new Promise<Omit<Site, 'child'>>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Omit<Site, 'child'>));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, ...told };
}

/** Requests a second of the list, while the server asks what it is told to. */
async function measureRate({ child, base, cookie }: Site, asking: Asking | null): Promise<number> {
  child.send({ asking });
  const { requests, non2xx, errors } = await autocannon({
    url: `${base}/api/contents?limit=20`,
    headers: { cookie },
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refusals, ${errors} errors`);
  return requests.average;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Compares one service in one state; resolves to whether the promise holds. */
async function compare(site: Site, service: Service, state: string): Promise<boolean> {
  const behave = BEHAVIOURS[state] ?? null;
  const outside = behave && (await listen(behave));
  const port = outside ? (outside.address() as AddressInfo).port : await findDeadPort();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await measureRate(site, null);
    ratios.push((await measureRate(site, { service, port })) / alone);
  }
  outside?.close();
  const ratio = median(ratios);
  process.stdout.write(
    `  ${service}, ${state}: ${ratio.toFixed(2)} of the speed (promised ${PROMISED})\n`,
  );
  return ratio >= PROMISED;
}

const folder = await mkdtemp(path.join(tmpdir(), 'envol-dead-services-'));
const database = await openDatabase({ dataDir: folder });
const site = await startSite(database.url);
try {
  await measureRate(site, null);
  let holds = true;
  for (const service of SERVICES)
    for (const state of Object.keys(BEHAVIOURS))
      if (!(await compare(site, service, state))) holds = false;
  process.exitCode = holds ? 0 : 1;
} finally {
  site.child.kill('SIGTERM');
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
