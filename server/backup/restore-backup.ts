import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { BootError, throwBootError } from '#server/db/boot-error.ts';
import { openDatabase, type OpenDatabase } from '#server/db/connect.ts';
import {
  beginRestoreTransaction,
  isEmptyDatabase,
  type RestoreTransaction,
  throwDatabaseNotEmpty,
} from '#server/db/copy/load-rows.ts';
import { readJobSchemaVersion } from '#server/db/copy/tables.ts';
import { openJobQueue } from '#server/db/jobs.ts';
import { ensureExtensions } from '#server/db/migrate.ts';
import { createLog } from '#server/log.ts';
import { ensureWritableDataDir } from '#server/boot.ts';
import { type ArchiveOptions, fsyncFolder } from './archive.ts';
import type { BackupHead, BackupManifest } from './format.ts';
import { type BackupPartReceiver, readAndVerifyBackup, type EntryByteSink } from './read-backup.ts';

export interface RestoreOptions extends ArchiveOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  onProgress?: (share: number) => void;
}

type Content = { head: BackupHead; manifest: BackupManifest };

/**
 * Reads a backup to its end and checks everything in it. Writes nothing.
 * @throws {BootError} when it is damaged, cut off or unreadable
 */
export async function verifyBackup(
  file: string,
  { onProgress, ...options }: ArchiveOptions & Pick<RestoreOptions, 'onProgress'>,
): Promise<Content> {
  try {
    const onBytes = onProgress && (await createProgress(file, onProgress));
    return await readAndVerifyBackup(file, { ...options, ...(onBytes && { onBytes }) });
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException;
    if (error instanceof BootError || options.signal?.aborted) throw error;
    if (syscall) return throwBootError(`${file} can't be read.`, error);
    return throwBootError(`${file} is damaged or cut off: nothing of it was restored.`, error);
  }
}

/**
 * Restores a backup into an empty database and a data folder without data. First checks the whole file; what is then
 * written takes effect only once all of it is.
 * @throws {BootError} when a target is not empty, or the backup is damaged or of another version
 */
export async function restoreBackup(file: string, options: RestoreOptions): Promise<Content> {
  const { dataDir, databaseUrl, onProgress, signal, passphrase } = options;
  const half = (from: number) => onProgress && ((share: number) => onProgress(from + share / 2));
  await refuseFiles(dataDir);
  const openTarget = async () => {
    await ensureWritableDataDir(dataDir);
    return openDatabase({ url: databaseUrl, dataDir, migrate: false });
  };
  // A database that is there is asked before the long work; one that is not is not made for a damaged file.
  const isThere = databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'));
  let database = isThere ? await openTarget() : undefined;
  try {
    if (database && !(await isEmptyDatabase(database))) throwDatabaseNotEmpty();
    await verifyBackup(file, { passphrase, signal, ...optional('onProgress', half(0)) });
    database ??= await openTarget();
    return await load(file, database, { ...options, ...optional('onProgress', half(0.5)) });
  } finally {
    await database?.close();
  }
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined) {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}

async function load(
  file: string,
  database: OpenDatabase,
  { dataDir, onProgress, ...options }: RestoreOptions,
): Promise<Content> {
  await removeUnfinished(dataDir);
  const staging = await mkdtemp(join(dataDir, 'restoring-'));
  let loading: RestoreTransaction | undefined;
  const placed: string[] = [];
  try {
    await ensureExtensions(database.query);
    await (
      await openJobQueue({ query: database.query }, { log: createLog({ level: 'silent' }) })
    ).close();
    const target: BackupPartReceiver = {
      begin: async (head) => {
        const own = await readJobSchemaVersion(database);
        if (head.jobsVersion !== null && head.jobsVersion !== own)
          throwBootError(
            `The backup's job queue is of version ${head.jobsVersion}, and this Envol brings ${own}: ` +
              'restore it with the version of Envol that made it, then upgrade.',
          );
        loading = await beginRestoreTransaction(database.url, head.migration);
      },
      openTable: (table) => {
        const rows = new PassThrough();
        return pipeTo(rows, loading?.copyRows(table, rows) ?? Promise.resolve());
      },
      openFile: (path) => createFile(join(staging, path)),
    };
    const onBytes = onProgress && (await createProgress(file, onProgress));
    const content = await readAndVerifyBackup(
      file,
      { ...options, ...(onBytes && { onBytes }) },
      target,
    );
    // The database last: without it nothing counts as restored.
    for (const name of await readdir(staging)) {
      await rename(join(staging, name), join(dataDir, name));
      placed.push(join(dataDir, name));
    }
    await fsyncFolder(dataDir);
    await loading?.commit();
    return content;
  } catch (error) {
    for (const path of placed) await rm(path, { recursive: true, force: true });
    throw error;
  } finally {
    await loading?.close();
    await rm(staging, { recursive: true, force: true });
  }
}

/** Removes what a restore that was killed had unpacked. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith('restoring-'))
      await rm(join(dataDir, name), { recursive: true, force: true });
}

/** @throws {BootError} when the data folder holds what a restore would replace */
async function refuseFiles(dataDir: string): Promise<void> {
  for (const name of ['session-secret', 'media', 'outbox']) {
    const path = join(dataDir, name);
    const found = await stat(path).catch(() => null);
    const isEmpty = !found || (found.isDirectory() && (await readdir(path)).length === 0);
    if (!isEmpty)
      throwBootError(
        `${path} is there already, and nothing is overwritten: set DATA_DIR to an empty folder.`,
      );
  }
}

/** Creates a sink whose `end` resolves once the reader of the stream has everything, and rejects when it fails. */
function pipeTo(stream: PassThrough, done: Promise<void>): EntryByteSink {
  done.catch(() => undefined);
  return {
    write: async (bytes) => {
      if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), done]);
    },
    end: async () => {
      stream.end();
      await done;
    },
  };
}

async function createFile(path: string): Promise<EntryByteSink> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'wx', 0o600);
  return {
    write: async (bytes) => {
      await handle.writeFile(bytes);
    },
    end: async () => {
      await handle.sync();
      await handle.close();
    },
  };
}

async function createProgress(file: string, onProgress: (share: number) => void) {
  const total = (await stat(file).catch(() => null))?.size ?? 1;
  let done = 0;
  return (bytes: number) => onProgress((done += bytes) / total);
}
