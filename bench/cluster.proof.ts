import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#server/db/connect.ts';
import { findFreePorts, startClusterMachines } from './cluster-machines.ts';
import { readNumberOption, runBench, printLine } from './launch.ts';
import { findLostWrites } from './lost-writes.ts';
import { stopServerBySignal, type ServerProcess, startServer } from './server-process.ts';
import { createBenchWriter, type Writer } from './writers.ts';

// npm run prove:cluster -- [--rounds 5]
// Two servers behind HAProxy, PgBouncer in transaction mode, and a PostgreSQL with a standby, under load. A server is
// killed again and again, and then the primary, after which the standby takes over: everything acknowledged is there, and
// writes fail only while there is no database that could take them.

const ROUNDS = readNumberOption('rounds', 5, 1);
const WRITERS = 6;
/** How long after the standby has taken over an error may come: HAProxy looks each 0.2 s, PgBouncer tries each second. */
const RECONNECT_MS = 3000;
const SECRET = 'a secret that only this proof knows';

/** A balancer before the servers, which asks another one where one is gone: every write has an id that makes it one. */
async function startBalancer(folder: string, ports: number[]) {
  const [port = 0] = await findFreePorts(1);
  const file = path.join(folder, 'balancer.cfg');
  await writeFile(
    file,
    `global
  maxconn 1000
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout http-request 10s
  timeout http-keep-alive 1h
  timeout check 3s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
listen envol
  bind 127.0.0.1:${port}
  option forwardfor
  option httpchk GET /ready
  default-server check inter 500ms fall 2 rise 1
${ports.map((one) => `  server envol-${one} 127.0.0.1:${one}`).join('\n')}
`,
  );
  const child = spawn('/usr/sbin/haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
  return { base: `http://127.0.0.1:${port}`, child };
}

await runBench(async (folder) => {
  const machines = await startClusterMachines(folder);
  const ports = await findFreePorts(2);
  const start = (index: number): Promise<ServerProcess> =>
    startServer(path.join(folder, `data-${index}`), {
      ...machines.settings,
      PORT: String(ports[index]),
      SESSION_SECRET: SECRET,
      TRUSTED_PROXIES: '127.0.0.1',
    });
  const servers = await Promise.all([start(0), start(1)]);
  printLine(`two servers started at once on an empty database, through the pooler`);
  const balancer = await startBalancer(folder, ports);
  // Also when the proof fails half way.
  process.once('exit', () => {
    for (const { child } of [...servers, balancer]) child.kill();
  });
  await delay(1000);
  const writers: Writer[] = [];
  const studio = await openDatabase({
    url: machines.settings.DATABASE_DIRECT_URL,
    max: 1,
    migrate: false,
  });
  for (let index = 0; index < WRITERS; index++)
    writers.push(await createBenchWriter(balancer, studio));
  await studio.close();
  const end = new AbortController();
  const failures: { at: number; what: string }[] = [];
  const count = () => writers.reduce((sum, { acknowledged }) => sum + acknowledged.count, 0);
  let lastAt = performance.now();
  const streams = writers.map(async (writer) => {
    while (!end.signal.aborted)
      await writer.write().then(
        () => void (lastAt = performance.now()),
        async (error: unknown) => {
          failures.push({ at: performance.now(), what: String(error) });
          await delay(50);
        },
      );
  });
  const acknowledgeMore = async (more: number) => {
    const goal = count() + more;
    while (count() < goal) await delay(5 + Math.random() * 20);
  };

  for (let round = 0; round < ROUNDS; round++) {
    await acknowledgeMore(40);
    const index = round % 2;
    const before = failures.length;
    await stopServerBySignal(servers[index] ?? servers[0], 'SIGKILL');
    await acknowledgeMore(20);
    servers[index] = await start(index);
    printLine(
      `server ${index + 1} killed and started again: ${failures.length - before} writes failed`,
    );
  }
  const whileServers = failures.length;

  await acknowledgeMore(40);
  const killedAt = performance.now();
  await machines.primary.kill();
  await delay(1000);
  await machines.promote();
  const promotedAt = performance.now();
  await acknowledgeMore(1);
  const servedAt = lastAt;
  printLine(
    `primary killed; the standby took over after ${Math.round(promotedAt - killedAt)} ms, and the first write after that was done ${Math.round(servedAt - promotedAt)} ms later`,
  );
  await acknowledgeMore(100);
  end.abort();
  await Promise.all(streams);

  const outside = failures
    .slice(whileServers)
    .filter(({ at }) => at < killedAt || at > promotedAt + RECONNECT_MS);
  const database = await openDatabase({
    url: machines.standby.url.replace(/postgres$/, 'envol'),
    migrate: false,
  });
  const lost = await findLostWrites(database, writers);
  await database.close();
  for (const server of servers) await stopServerBySignal(server, 'SIGTERM');
  balancer.child.kill();
  await once(balancer.child, 'exit');
  await machines.stop();
  for (const line of lost) printLine(`LOST ${line}`);
  for (const { at, what } of [...failures.slice(0, whileServers), ...outside].slice(0, 10))
    printLine(`FAILED at ${Math.round(at - killedAt)} ms: ${what}`);
  printLine(
    `${ROUNDS} kills of a server, one of the primary: ${count()} writes acknowledged, ${lost.length} lost; ${whileServers} failed while a server was gone, ` +
      `${failures.length - whileServers - outside.length} while no database could write, ${outside.length} otherwise`,
  );
  return lost.length + outside.length + whileServers === 0;
});
