// @module-tag whole

import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canReadFolder } from '#server/db/embedded/account.ts';
import { formatStartError, warnIfDataDirIsReadableByOthers } from '#server/boot.ts';
import { createPool } from '#server/db/pool.ts';
import { SettingsError } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import { loadOrCreateSecret } from '#server/secret.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { buildChildEnvironment } from '#server/testing/child-environment.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'envol-boot-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Of a data folder: for its owner alone; as root the engine's account must get through. */
const DATA_DIR_MODE = process.getuid?.() === 0 ? 0o711 : 0o700;
const readMode = async (path: string) => (await stat(path)).mode & 0o777;

/** Runs the server as `npm start` does; `onReady` is called once it says that it is ready. */
function run(environment: Record<string, string>, onReady?: (child: { kill(): void }) => void) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: buildChildEnvironment({ DATA_DIR: join(folder, 'data'), PORT: '0', ...environment }),
  });
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (/ready on/.test(chunk.toString())) onReady?.({ kill: () => child.kill('SIGTERM') });
  });
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

// Side by side: giving up on a database takes ten seconds of waiting.
describe.concurrent('the server', () => {
  it('starts, says where, stops with 0 when asked to, and makes a data folder that others see nothing of', async () => {
    const database = await createTestDatabase();
    const dataDir = join(folder, 'new/data');
    const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
    const result = await run(settings, (child) => child.kill());
    await database.close();
    expect(result.err).toBe('');
    expect(result.out).toMatch(/^Envol is ready on http:\/\/127\.0\.0\.1:\d+ \(\d+\.\d s\)\n$/);
    expect(result.code).toBe(0);
    expect(await readMode(dataDir)).toBe(DATA_DIR_MODE);
  });

  it('gives root up where its data folder belongs to somebody else, and says why where it does not', async ({
    skip,
  }) => {
    const daemon = { uid: 1, gid: 1 };
    skip(process.getuid?.() !== 0 || !canReadFolder(daemon, import.meta.dirname), 'only root can');
    await chmod(folder, 0o755);
    const dataDir = join(folder, 'of-daemon');
    await mkdir(dataDir);
    await chown(dataDir, daemon.uid, daemon.gid);
    // As a start as root left it.
    const secret = join(dataDir, 'session-secret');
    await writeFile(secret, 'x'.repeat(40), { mode: 0o600 });
    const own = await run({ DATA_DIR: dataDir }, (child) => child.kill());
    expect([own.code, own.err]).toEqual([0, '']);
    expect(own.out).toContain('root was given up');
    expect(own.out).toContain('others can look into DATA_DIR');
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(daemon.uid);
    expect((await stat(secret)).uid).toBe(daemon.uid);

    const database = await createTestDatabase();
    const root = await run({ DATABASE_URL: database.url }, (child) => child.kill());
    await database.close();
    expect(root.out).toContain('DATA_DIR belongs to root');
  });

  it('names every setting that is wrong', async () => {
    const { code, err } = await run({ PORT: 'x', SMTP_URL: 'smtp://mail.example' });
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toEqual([
      "Envol can't start with these settings:",
      '- PORT must be a number between 0 and 65535.',
      '- SMTP_URL is set but MAIL_FROM is not: e-mail needs it too.',
    ]);
  });

  it('says in one sentence what is wrong when it is one setting', () => {
    const said = formatStartError(new SettingsError(['BILLING_SANDBOX must be 0 or 1.']));
    expect(said).toBe("Envol can't start: BILLING_SANDBOX must be 0 or 1.");
  });

  it('says that its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const database = await createTestDatabase();
    const { code, err } = await run({ DATABASE_URL: database.url, PORT: `${port}` });
    await database.close();
    other.close();
    expect(code).toBe(1);
    expect(err).toBe(
      `Port ${port} on 127.0.0.1 is in use: stop the other program or set PORT to another one.\n`,
    );
  });

  it.runIf(process.platform === 'linux')(
    'says so as well below /proc, where folders cannot be made at all',
    async () => {
      const { code, err } = await run({ DATA_DIR: '/proc/envol/data' });
      expect([code, err]).toEqual([1, `DATA_DIR /proc/envol/data can't be written (ENOENT).\n`]);
    },
  );

  it('says that its data folder cannot be written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { code, err } = await run({ DATA_DIR: join(file, 'data') });
    expect([code, err]).toEqual([
      1,
      `DATA_DIR ${join(file, 'data')} can't be written (ENOTDIR).\n`,
    ]);
  });

  it('says that its database does not answer, without its password', async () => {
    const url = 'postgres://envol:hunter2@127.0.0.1:1/envol';
    const { code, err } = await run({ DATABASE_URL: url });
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain('127.0.0.1:1');
    expect(err).not.toContain('hunter2');
  });

  it.each([
    ['closes every connection', 'it closes the connection', (socket: Socket) => void socket.end()],
    ['never says a word', 'no reply in time', () => undefined],
  ])('gives up on a database that %s', async (_, reason, answer) => {
    const open = new Set<Socket>();
    const peer = createServer((socket) => {
      open.add(socket.on('error', () => undefined));
      answer(socket);
    }).listen(0, '127.0.0.1');
    await once(peer, 'listening');
    const { port } = peer.address() as AddressInfo;
    const { code, err } = await run({ DATABASE_URL: `postgres://envol@127.0.0.1:${port}/envol` });
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain(reason);
    for (const socket of open) socket.destroy();
    peer.close();
  });
});

it('a data folder that others can look into is named and left as it is', async () => {
  const dataDir = join(folder, 'open');
  await mkdir(dataDir);
  const warnings: string[] = [];
  const log = createLog({ level: 'info', stream: { write: (line) => warnings.push(line) } });
  const told = `others can look into DATA_DIR: chmod ${DATA_DIR_MODE.toString(8)} closes it`;
  for (const [mode, said] of [
    [0o755, [told]],
    [0o750, [told]],
    [DATA_DIR_MODE, []],
    [0o700, []],
  ] as const) {
    await chmod(dataDir, mode);
    await warnIfDataDirIsReadableByOthers(dataDir, log);
    const texts = warnings.splice(0).map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect([texts, await readMode(dataDir)]).toEqual([said, mode]);
  }
});

describe('a start that the database ends', () => {
  it.each([
    [
      'select pg_sleep(60)',
      "Envol can't start: the database took too long over one step: the machine is too busy, or another program locks its tables. Start again.",
    ],
    [
      'select * from nowhere',
      `Envol can't start: the database refused a step: relation "nowhere" does not exist (42P01).`,
    ],
  ])('is told in a sentence without the statement: %s', async (statement, said) => {
    const pool = await createTestDatabase({ statementTimeoutMs: 100 });
    const error: unknown = await pool.db.execute(statement).catch((cause: unknown) => cause);
    await pool.close();
    expect(formatStartError(error)).toBe(said);
  });

  it('is told so too where the database went away', async () => {
    const pool = createPool('postgres://envol@127.0.0.1:1/envol', { connectTimeoutMs: 100 });
    const error: unknown = await pool.db.execute('select 1').catch((cause: unknown) => cause);
    await pool.close();
    expect(formatStartError(error)).toBe(
      "Envol can't start: the database stopped answering meanwhile. Start again once it does.",
    );
  });
});

describe('the secret that signs cookies', () => {
  it('is made once and kept for the server alone, however many start at once', async () => {
    const dataDir = join(folder, 'secrets');
    const secrets = await Promise.all(Array.from({ length: 5 }, () => loadOrCreateSecret(dataDir)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(32);
    expect((await stat(join(dataDir, 'session-secret'))).mode & 0o777).toBe(0o600);
  });
});
