import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Log, toLoggableError } from '#server/log.ts';
import { ROOT } from '#server/root.ts';

const COMMAND = join(ROOT, 'scripts/backup.ts');
const CHECK_INTERVAL_MS = 10 * 60_000;
/** Not at once, because a starting server is busy. */
const FIRST_CHECK_MS = 60_000;
const HOUR_UTC = 2;
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
/** A partial backup that was not written to for so long was cut off. */
const ABANDONED_MS = 3_600_000;
const LOW_PRIORITY = 10;
const NAME = /^envol-(?<day>\d{4}-\d\d-\d\d)\.tar\.gz(?:\.age)?(?<partial>\.partial)?$/;

export interface NightlyBackupOptions {
  folder: string;
  isEncrypted: boolean;
  now: Date;
  write: (file: string) => Promise<void>;
}

/**
 * Writes today's (UTC) backup into the folder and deletes those older than a week; resolves to the new file. Resolves
 * to null without doing so when it exists, another server is writing it, or it is before 02:00 UTC.
 */
export async function writeDailyBackupAndDeleteOld(
  options: NightlyBackupOptions,
): Promise<string | null> {
  const { folder, isEncrypted, now, write } = options;
  if (now.getUTCHours() < HOUR_UTC) return null;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const day = now.toISOString().slice(0, 10);
  for (const { name, groups } of await listBackups(folder)) {
    if (groups.partial === undefined) {
      if (groups.day === day) return null;
      continue;
    }
    const written = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0;
    if (now.getTime() - written < ABANDONED_MS) return null;
    await rm(join(folder, name), { force: true });
  }
  const file = join(folder, `envol-${day}.tar.gz${isEncrypted ? '.age' : ''}`);
  await write(file);
  const oldest = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  for (const { name, groups } of await listBackups(folder))
    if ((groups.day ?? '') <= oldest) await rm(join(folder, name), { force: true });
  return file;
}

async function listBackups(folder: string) {
  const names = await readdir(folder);
  return names.flatMap((name) => {
    const groups = NAME.exec(name)?.groups;
    return groups ? [{ name, groups }] : [];
  });
}

/**
 * Backs up every night while the server runs, in a separate process; failures are logged and tried again. Returns a
 * function that stops this, and a running backup with it.
 */
export function scheduleNightlyBackupsAndDeleteOld(
  { folder, isEncrypted }: Pick<NightlyBackupOptions, 'folder' | 'isEncrypted'>,
  clock: () => Date,
  log: Log,
): () => Promise<void> {
  let child: ChildProcess | undefined;
  let isClosed = false;
  let running: Promise<void> | undefined;

  /** Writes in a separate process with low priority, so that no request waits for it. */
  async function write(file: string): Promise<void> {
    const own = spawn(process.execPath, [COMMAND, file], { stdio: ['ignore', 'ignore', 'pipe'] });
    child = own;
    own.once('spawn', () => setPriority(own.pid ?? 0, LOW_PRIORITY));
    const [said, [code]] = await Promise.all([text(own.stderr), once(own, 'exit')]);
    child = undefined;
    if (code !== 0) throw new NightlyBackupError(said.trim().split('\n').at(-1) ?? '');
  }

  async function run(): Promise<void> {
    const began = performance.now();
    try {
      const file = await writeDailyBackupAndDeleteOld({ folder, isEncrypted, now: clock(), write });
      const seconds = (performance.now() - began) / 1000;
      if (file !== null) log.info({ file, seconds }, 'nightly backup written');
    } catch (error) {
      if (isClosed) return;
      // The command's own sentence names files and settings, never a person.
      const why = error instanceof NightlyBackupError ? { reason: error.message } : {};
      log.error(
        { ...why, error: toLoggableError(error) },
        'nightly backup failed, to be tried again',
      );
    }
  }

  const check = () => {
    running ??= run().finally(() => (running = undefined));
  };
  const first = setTimeout(check, FIRST_CHECK_MS).unref();
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return async () => {
    isClosed = true;
    clearTimeout(first);
    clearInterval(timer);
    child?.kill('SIGTERM');
    await running;
  };
}

class NightlyBackupError extends Error {
  override name = 'NightlyBackupError';
}
