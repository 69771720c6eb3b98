import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chooseSystemAccountIfRoot } from '#server/db/embedded/account.ts';
import { createPool } from '#server/db/connect.ts';

const run = promisify(execFile);

/** Where Debian puts the programs of PostgreSQL 15, PgBouncer and HAProxy. */
const POSTGRESQL = findPostgresql();
const PGBOUNCER = '/usr/sbin/pgbouncer';
const HAPROXY = '/usr/sbin/haproxy';

function findPostgresql(): string {
  const root = '/usr/lib/postgresql';
  const [newest] = existsSync(root)
    ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
    : [];
  return path.join(root, newest ?? '15', 'bin');
}

/** @throws {Error} naming what is to be installed */
export function assertProgramsInstalled(): void {
  const missing = [path.join(POSTGRESQL, 'postgres'), PGBOUNCER, HAPROXY].filter(
    (file) => !existsSync(file),
  );
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')}: apt-get install postgresql pgbouncer haproxy`);
}

export interface Machine {
  port: number;
  url: string;
  /** Ends it as a failing machine does. */
  kill: () => Promise<void>;
}

/** The databases and what stands before them. */
export interface ClusterMachines {
  primary: Machine;
  standby: Machine;
  /** Makes the standby take writes; resolves once it does. */
  promote: () => Promise<void>;
  /** What the servers are told: the pooler, and past it whichever database is the primary. */
  settings: Record<string, string>;
  stop: () => Promise<void>;
}

/** How long the proxy may take to have asked every database. */
const SETTLE_MS = 2000;

export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/**
 * Starts a primary, a standby that it waits for at each commit, a proxy that finds out which of them takes writes, and a
 * pooler in transaction mode before that.
 */
export async function startClusterMachines(folder: string): Promise<ClusterMachines> {
  assertProgramsInstalled();
  await chmod(folder, 0o755);
  const own = path.join(folder, 'cluster');
  await mkdir(own);
  const account = chooseSystemAccountIfRoot(folder);
  if (account) await chown(own, account.uid, account.gid);
  const [first = 0, second = 0, proxy = 0, pooler = 0] = await findFreePorts(4);
  const children: ChildProcess[] = [];
  // Also when the proof fails half way.
  process.once('exit', () => children.forEach((child) => child.kill('SIGINT')));
  const start = (program: string, options: string[]) => {
    const child = spawn(program, options, { ...account, cwd: own, stdio: 'ignore' });
    children.push(child);
    return child;
  };
  const postgres = async (data: string, port: number): Promise<Machine> => {
    const child = start(path.join(POSTGRESQL, 'postgres'), [
      ...['-D', path.join(own, data), '-p', String(port), '-k', own],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=100', '-c', 'hot_standby=on'],
    ]);
    const url = `postgres://envol@127.0.0.1:${port}/postgres`;
    await waitFor(url, 'select 1');
    // Its children notice within a moment that it is gone, as connections to a dead machine end.
    return { port, url, kill: () => endProcess(child, 'SIGKILL') };
  };
  const execute = (program: string, options: string[]) =>
    run(path.join(POSTGRESQL, program), options, { ...account, cwd: own });

  const options = ['-U', 'envol', '-A', 'trust', '-E', 'UTF8'];
  await execute('initdb', ['-D', path.join(own, 'one'), ...options]);
  const primary = await postgres('one', first);
  await query(primary.url, 'create database envol template template0');
  await execute('pg_basebackup', [
    ...['-D', path.join(own, 'two'), '-h', '127.0.0.1', '-p', String(first), '-U', 'envol'],
    ...['--write-recovery-conf', '--checkpoint=fast', '--wal-method=stream'],
  ]);
  const standby = await postgres('two', second);
  // Not before: the standby, once it takes writes, has no standby to wait for.
  await query(primary.url, `alter system set synchronous_standby_names = '*'`);
  await query(primary.url, 'select pg_reload_conf()');
  await waitFor(
    primary.url,
    `select 1 / count(*) from pg_stat_replication where sync_state = 'sync'`,
  );

  await writeFile(path.join(own, 'haproxy.cfg'), buildProxyConfig(proxy, [first, second]));
  start(HAPROXY, ['-f', path.join(own, 'haproxy.cfg'), '-db']);
  await writeFile(path.join(own, 'pgbouncer.ini'), buildPoolerConfig(pooler, proxy));
  start(PGBOUNCER, [path.join(own, 'pgbouncer.ini')]);
  const url = `postgres://envol@127.0.0.1:${pooler}/envol`;
  // The proxy takes all for primaries until it has asked them.
  await delay(SETTLE_MS);
  await waitFor(url, 'select 1 / (not pg_is_in_recovery())::int');
  return {
    primary,
    standby,
    promote: () => query(standby.url, 'select pg_promote()'),
    settings: {
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: `postgres://envol@127.0.0.1:${proxy}/envol`,
      DATABASE_PREPARE: '0',
    },
    stop: async () => {
      for (const child of children.toReversed()) await endProcess(child, 'SIGINT');
    },
  };
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function query(url: string, text: string): Promise<void> {
  // As through a pooler, which some of these are.
  const { query, close } = createPool(url, { max: 1, directUrl: url, prepare: false });
  try {
    await query(text);
  } finally {
    await close();
  }
}

/** Resolves once a statement succeeds. */
async function waitFor(url: string, text: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await query(url, text);
      return;
    } catch (error) {
      if (tries > 600) throw error;
      await delay(100);
    }
  }
}

/** Asks each database, as psql would, whether it is in recovery: the one that is not takes writes. */
function buildProxyConfig(port: number, databases: number[]): string {
  const toHex = (text: string) => Buffer.from(text, 'latin1').toString('hex');
  const withLength = (type: string, body: string) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length / 2 + 4);
    return `${toHex(type)}${length.toString('hex')}${body}`;
  };
  const startup = withLength('', `00030000${toHex('user\0envol\0database\0postgres\0\0')}`);
  const question = withLength('Q', toHex('select pg_is_in_recovery()\0'));
  // A row of one column with the value f.
  const answer = '440000000b00010000000166';
  return `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen database
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${startup}
  tcp-check expect binary 5a0000000549
  tcp-check send-binary ${question}
  tcp-check expect binary ${answer}
  default-server check inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions
${databases.map((one) => `  server database-${one} 127.0.0.1:${one}`).join('\n')}
`;
}

/** A pooler that hands a connection on after each transaction, and makes no client wait for a database that is gone. */
function buildPoolerConfig(port: number, database: number): string {
  return `[databases]
envol = host=127.0.0.1 port=${database} user=envol
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = 10
server_login_retry = 1
query_wait_timeout = 5
server_connect_timeout = 2
`;
}
