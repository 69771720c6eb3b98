import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabaseSnapshot, type DatabaseSnapshot } from '#server/db/copy/read-snapshot.ts';
import { formatQualifiedTableName, type TableShape } from '#server/db/copy/tables.ts';
import { throwBootError } from '#server/db/boot-error.ts';
import { type ArchiveEntryWriter, type ArchiveOptions, writeArchive } from './archive.ts';
import {
  type BackupHead,
  type BackupManifest,
  HEAD_ENTRY_NAME,
  MANIFEST_ENTRY_NAME,
  buildFileEntryName,
  buildRowsEntryName,
} from './format.ts';
import { countLineFeeds } from './read-backup.ts';

/** Rows are collected into entries of about this size, because an entry states its size before its content. */
const PART_BYTES = 1024 * 1024;

export interface BackupOptions extends ArchiveOptions {
  url: string;
  dataDir: string;
  onProgress?: (share: number) => void;
  onSnapshot?: (id: string) => Promise<void>;
}

/**
 * Writes a backup as of one moment into a new file, streamed, while the server runs: the database, and from DATA_DIR
 * the recordings, the stored e-mails and the signing secret. Resolves to its manifest.
 * @throws {BootError} when the database is empty, the file exists, or a file was changed meanwhile
 */
export async function writeBackup(file: string, options: BackupOptions): Promise<BackupManifest> {
  const snapshot = await openDatabaseSnapshot(options.url);
  try {
    const { migration, jobsVersion, takenAt } = snapshot;
    if (migration === null)
      return throwBootError('There is nothing to back up yet: the database is empty.');
    await options.onSnapshot?.(snapshot.id);
    const tables = snapshot.tables.map(({ schema, name, columns }) => ({ schema, name, columns }));
    const head: BackupHead = {
      format: 1,
      takenAt: takenAt.toISOString(),
      migration,
      jobsVersion,
      tables,
    };
    const manifest: BackupManifest = { tables: [], files: [] };
    await writeArchive(file, options, async (add) => {
      await addJson(add, HEAD_ENTRY_NAME, head);
      const files = await listFiles(options.dataDir);
      const advance = createProgress([...snapshot.tables, ...files], options.onProgress);
      for (const table of snapshot.tables) {
        manifest.tables.push(await addTable(add, snapshot, table));
        advance(table.estimatedBytes);
      }
      for (const file of files) {
        const added = await addFile(add, options.dataDir, file.path);
        if (added) manifest.files.push(added);
        advance(file.estimatedBytes);
      }
      await addJson(add, MANIFEST_ENTRY_NAME, manifest);
    });
    return manifest;
  } finally {
    await snapshot.close();
  }
}

function createProgress(
  all: readonly { estimatedBytes: number }[],
  onProgress?: (share: number) => void,
) {
  const total = all.reduce((sum, { estimatedBytes }) => sum + estimatedBytes, 0);
  let done = 0;
  return (bytes: number) => {
    done += bytes;
    onProgress?.(done / Math.max(total, 1));
  };
}

async function addJson(add: ArchiveEntryWriter, name: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  await add(name, bytes.length, [bytes]);
}

async function addTable(add: ArchiveEntryWriter, snapshot: DatabaseSnapshot, table: TableShape) {
  const name = formatQualifiedTableName(table);
  const hash = createHash('sha256');
  const total = { rows: 0, bytes: 0 };
  let parts = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    if (size === 0) return;
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    hash.update(bytes);
    total.rows += countLineFeeds(bytes);
    total.bytes += bytes.length;
    parts += 1;
    await add(buildRowsEntryName(name, parts), bytes.length, [bytes]);
  };
  for await (const row of snapshot.copyRows(table)) {
    waiting.push(row);
    size += row.length;
    if (size >= PART_BYTES) await flush();
  }
  await flush();
  return { name, ...total, sha256: hash.digest('hex') };
}

/** Lists the files of DATA_DIR that a backup holds, by their paths in it. */
async function listFiles(dataDir: string): Promise<{ path: string; estimatedBytes: number }[]> {
  const list = (folder: string): Promise<string[]> =>
    readdir(join(dataDir, folder), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  const emails = (await list('outbox')).filter((name) => name.endsWith('.eml'));
  const paths = [
    'session-secret',
    ...emails.toSorted().map((name) => `outbox/${name}`),
    // Hidden ones are on their way, or can be made again.
    ...(await list('media'))
      .filter((name) => !/(?:^|[/\\])\./.test(name))
      .toSorted()
      .map((name) => `media/${name}`),
  ];
  return Promise.all(
    paths.map(async (path) => {
      const facts = await stat(join(dataDir, path)).catch(() => null);
      return { path, estimatedBytes: facts?.isFile() ? facts.size : 0 };
    }),
  );
}

/** Adds a file as it is; null for a folder, and for what is gone: stored e-mails are deleted after a week. */
async function addFile(add: ArchiveEntryWriter, dataDir: string, path: string) {
  const handle = await open(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    return throwBootError(`${join(dataDir, path)} can't be read.`, error);
  });
  if (!handle) return null;
  try {
    const before = await handle.stat();
    if (!before.isFile()) return null;
    const hash = createHash('sha256');
    let bytes = 0;
    const content = async function* () {
      // No further than the size that the entry states.
      const end = before.size - 1;
      if (end < 0) return;
      for await (const chunk of handle.createReadStream({ end, autoClose: false })) {
        hash.update(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        yield chunk as Buffer<ArrayBuffer>;
      }
    };
    const throwChanged = () =>
      throwBootError(`${join(dataDir, path)} was changed while it was read: back up again.`);
    await add(buildFileEntryName(path), before.size, content()).catch((error: unknown) =>
      bytes < before.size ? throwChanged() : Promise.reject(error as Error),
    );
    const after = await handle.stat();
    if (after.mtimeMs !== before.mtimeMs || after.size !== before.size) throwChanged();
    return { path, bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
