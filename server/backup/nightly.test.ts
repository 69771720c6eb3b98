// @module-tag whole

import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#server/log.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { scheduleNightlyBackupsAndDeleteOld, writeDailyBackupAndDeleteOld } from './nightly.ts';
import { verifyBackup } from './restore-backup.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'envol-nightly-'))));
afterEach(() => {
  vi.unstubAllEnvs();
  return rm(folder, { recursive: true, force: true });
});

const write = (file: string) => writeFile(file, 'backup', { flag: 'wx' });
const backUp = (now: string, isEncrypted = false) =>
  writeDailyBackupAndDeleteOld({ folder, isEncrypted, now: new Date(now), write });

describe('nightly backups', () => {
  it('are written once a day, after two in the morning', async () => {
    expect(await backUp('2026-11-22T01:59:00Z')).toBeNull();
    expect(await backUp('2026-11-22T02:03:00Z')).toBe(path.join(folder, 'envol-2026-11-22.tar.gz'));
    expect(await backUp('2026-11-22T02:13:00Z')).toBeNull();
    expect(await backUp('2026-11-22T23:59:00Z', true)).toBeNull();
    const next = await backUp('2026-11-23T17:00:00Z', true);
    expect(next).toBe(path.join(folder, 'envol-2026-11-23.tar.gz.age'));
  });

  it('are kept for seven days, and other files for ever', async () => {
    await writeFile(path.join(folder, 'envol-before-the-move.tar.gz'), '');
    for (let day = 1; day <= 20; day++)
      await backUp(`2026-11-${String(day).padStart(2, '0')}T03:00:00Z`);
    const kept = Array.from({ length: 7 }, (_, index) => `envol-2026-11-${14 + index}.tar.gz`);
    expect((await readdir(folder)).toSorted()).toEqual([...kept, 'envol-before-the-move.tar.gz']);
  });

  it('outlive a week in which none could be written', async () => {
    await backUp('2026-11-01T03:00:00Z');
    const failing = writeDailyBackupAndDeleteOld({
      folder,
      isEncrypted: false,
      now: new Date('2026-11-20T03:00:00Z'),
      write: () => Promise.reject(new Error('full')),
    });
    await expect(failing).rejects.toThrow('full');
    expect(await readdir(folder)).toEqual(['envol-2026-11-01.tar.gz']);
  });

  it('are left to another server that is at it, and begun again when that was cut off', async () => {
    const partial = path.join(folder, 'envol-2026-11-22.tar.gz.partial');
    await writeFile(partial, '');
    const now = new Date('2026-11-22T04:00:00Z');
    await utimes(partial, now, new Date('2026-11-22T03:30:00Z'));
    expect(await backUp(now.toISOString())).toBeNull();
    await utimes(partial, now, new Date('2026-11-22T02:30:00Z'));
    expect(await backUp(now.toISOString())).not.toBeNull();
    expect(await readdir(folder)).toEqual(['envol-2026-11-22.tar.gz']);
  });

  /** Begins the nights of a server, a minute of which goes by at once; resolves to what its log is told first. */
  async function runNight(into: string) {
    const told = Promise.withResolvers<Record<string, unknown>>();
    const write = (line: string) => told.resolve(JSON.parse(line) as Record<string, unknown>);
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    const end = scheduleNightlyBackupsAndDeleteOld(
      { folder: into, isEncrypted: true },
      () => new Date('2026-11-22T03:00:00Z'),
      createLog({ level: 'info', stream: { write } }),
    );
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    const line = await told.promise;
    await end();
    return line;
  }

  it('are written by a process of their own while the server runs, which tells its log', async () => {
    const database = await createTestDatabase();
    const passphrase = 'five random words of mine';
    vi.stubEnv('DATABASE_URL', database.url);
    vi.stubEnv('DATA_DIR', path.join(folder, 'data'));
    vi.stubEnv('BACKUP_PASSPHRASE', passphrase);
    const into = path.join(folder, 'backups');
    const file = path.join(into, 'envol-2026-11-22.tar.gz.age');
    expect(await runNight(into)).toMatchObject({ msg: 'nightly backup written', file });
    await verifyBackup(file, { passphrase });
    await writeFile(path.join(folder, 'file'), '');
    const failed = { level: 50, msg: 'nightly backup failed, to be tried again' };
    expect(await runNight(path.join(folder, 'file/backups'))).toMatchObject(failed);
    await database.close();
  });
});
