// @module-tag whole

import { type SpawnOptions, spawnSync } from 'node:child_process';
import { chmod, lstat, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { createDataFolderTemplate } from '#server/testing/data-folder.ts';
import { chooseSystemAccountIfRoot, canReadFolder } from './account.ts';
import { findPostmasterOrClearStalePid, stopPostmaster } from './postmaster.ts';

let folder: string;
let dataDir: string;
let template: Awaited<ReturnType<typeof createDataFolderTemplate>>;
beforeAll(async () => (template = await createDataFolderTemplate()));
afterAll(() => template.remove());
/** As whom the engine runs for root, where that user can run a program of ours. */
const other = chooseSystemAccountIfRoot('/');
const stranger = other && canReadFolder(other, process.execPath) ? other : undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envol-access-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  await stopPostmaster(cluster());
  await rm(folder, { recursive: true, force: true });
});

const cluster = () => join(dataDir, 'postgres');
const open = () => openDatabase({ dataDir, migrate: false, max: 2 });

/** What the engine answers to the start of a session as its superuser, by a program that runs as another user. */
function knock(as: Pick<SpawnOptions, 'uid' | 'gid'>, parameters = ''): string {
  const program = `
    const parameters = Buffer.from('user\\0envol\\0database\\0envol\\0${parameters}\\0');
    const head = Buffer.alloc(8);
    head.writeInt32BE(8 + parameters.length);
    head.writeInt32BE(196608, 4);
    const socket = require('node:net').connect(process.argv[1]);
    socket.on('error', (error) => console.log(error.code)).end(Buffer.concat([head, parameters]));
    socket.once('data', (data) => console.log(data.toString('latin1')));`;
  const path = join(cluster(), '.s.PGSQL.5432');
  const options = { ...as, encoding: 'utf8' as const, cwd: '/', timeout: 10_000 };
  return spawnSync(process.execPath, ['-e', program, path], options).stdout;
}

// A reply of type R that says 0: come in.
const WELCOME = 'R\0\0\0\b\0\0\0\0';

describe('the database of the data folder', () => {
  it('lets in the app, and nobody by network or to copy its log', async () => {
    const database = await open();
    expect(knock({})).toContain(WELCOME);
    expect(knock({}, 'replication\\0true\\0')).toContain('no pg_hba.conf entry for replication');
    const { rows: rules } = await database.query<{ type: string; method: string }>(`
      select type, auth_method as method from pg_hba_file_rules`);
    expect(rules).toMatchObject([{ type: 'local', method: 'peer' }]);
    await database.close();
  });

  it.runIf(stranger)('keeps out other programs of the user it runs as for root', async () => {
    await template.copyTo(dataDir);
    const database = await open();
    expect(knock(stranger ?? {})).toContain('Peer authentication failed');
    await database.close();
  });

  it('closes one that an earlier version left open, running or not', async () => {
    await template.copyTo(dataDir);
    const first = await open();
    const rules = join(cluster(), 'pg_hba.conf');
    const loose = 'local all all trust\nhost all all 127.0.0.1/32 trust\n';
    await writeFile(rules, loose);
    process.kill(findPostmasterOrClearStalePid(cluster())?.pid ?? 0, 'SIGHUP');
    const second = await open();
    expect(second.how).toBe('adopted');
    expect(await readFile(rules, 'utf8')).not.toContain('trust');
    await expect
      .poll(() => knock(stranger ?? {}))
      .toContain(stranger ? 'Peer authentication failed' : WELCOME);
    await second.close();
    await first.close();
    await writeFile(rules, loose);
    const third = await open();
    expect(
      (await third.query('select auth_method as method from pg_hba_file_rules')).rows,
    ).toMatchObject([{ method: 'peer' }]);
    await third.close();
  });

  it('replaces a link in the place of its rules, and never writes through it', async () => {
    await template.copyTo(dataDir);
    const target = join(folder, 'target');
    await writeFile(target, 'untouched');
    await rm(join(cluster(), 'pg_hba.conf'));
    await symlink(target, join(cluster(), 'pg_hba.conf'));
    await (await open()).close();
    expect(await readFile(target, 'utf8')).toBe('untouched');
    expect((await lstat(join(cluster(), 'pg_hba.conf'))).isFile()).toBe(true);
  });
});
