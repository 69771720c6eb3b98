import { createHash, type Hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { TableShape } from '#server/db/copy/tables.ts';
import { formatQualifiedTableName } from '#server/db/copy/tables.ts';
import { type ArchiveOptions, readArchive } from './archive.ts';
import {
  backupHeadSchema,
  type BackupHead,
  backupManifestSchema,
  type BackupManifest,
  HEAD_ENTRY_NAME,
  MANIFEST_ENTRY_NAME,
  parseEntryName,
} from './format.ts';

export interface EntryByteSink {
  write: (bytes: Buffer) => Promise<void>;
  end: () => Promise<void>;
}

export interface BackupPartReceiver {
  begin: (head: BackupHead) => Promise<void>;
  openTable: (table: TableShape) => EntryByteSink;
  openFile: (path: string) => Promise<EntryByteSink>;
}

/** Thrown for a file that is not what the backup wrote: another file, damaged or cut off. */
export class DamagedBackupError extends Error {
  override name = 'DamagedBackupError';
}

const MAX_JSON_BYTES = 64 * 1024 * 1024;

/** An entry that is being read: hashed, counted, and passed to the target if there is one. */
interface Reading {
  key: string;
  hash: Hash;
  bytes: number;
  rows: number;
  sink: EntryByteSink | undefined;
}

/**
 * Reads a backup, checks everything in it against its manifest, and passes it to `target`, if given, while reading:
 * what that received counts only once this resolves.
 * @throws {DamagedBackupError} when it is not complete and unchanged
 */
export async function readAndVerifyBackup(
  file: string,
  options: ArchiveOptions & { onBytes?: (bytes: number) => void },
  target?: BackupPartReceiver,
): Promise<{ head: BackupHead; manifest: BackupManifest }> {
  let head: BackupHead | undefined;
  let manifest: BackupManifest | undefined;
  let current: Reading | undefined;
  const shapes = new Map<string, TableShape>();
  const found: BackupManifest = { tables: [], files: [] };

  const begin = (key: string, sink: EntryByteSink | undefined): Reading =>
    (current = { key, hash: createHash('sha256'), bytes: 0, rows: 0, sink });

  async function endCurrent(): Promise<void> {
    if (!current) return;
    const { key, hash, bytes, rows, sink } = current;
    current = undefined;
    await sink?.end();
    const content = { bytes, sha256: hash.digest('hex') };
    if (shapes.has(key)) found.tables.push({ name: key, rows, ...content });
    else found.files.push({ path: key, ...content });
  }

  async function takeContent(reading: Reading, content: AsyncIterable<Buffer>): Promise<void> {
    for await (const bytes of content) {
      reading.hash.update(bytes);
      reading.bytes += bytes.length;
      if (shapes.has(reading.key)) reading.rows += countLineFeeds(bytes);
      await reading.sink?.write(bytes);
    }
  }

  await readArchive(file, options, async (name, content) => {
    if (manifest) throw new DamagedBackupError(`${name} comes after the end`);
    if (name === HEAD_ENTRY_NAME) {
      head = backupHeadSchema.parse(await readJson(content));
      for (const shape of head.tables) shapes.set(formatQualifiedTableName(shape), shape);
      await target?.begin(head);
      return;
    }
    if (!head) throw new DamagedBackupError(`${name} comes before the beginning`);
    if (name === MANIFEST_ENTRY_NAME) {
      await endCurrent();
      manifest = backupManifestSchema.parse(await readJson(content));
      return;
    }
    const parsed = parseEntryName(name);
    if (parsed.kind === 'unknown') throw new DamagedBackupError(`${name} is unknown`);
    const key = parsed.kind === 'rows' ? parsed.table : parsed.path;
    if (current?.key !== key) {
      await endCurrent();
      const shape = shapes.get(key);
      if (parsed.kind === 'rows' && !shape) throw new DamagedBackupError(`${key} is unknown`);
      begin(key, shape ? target?.openTable(shape) : await target?.openFile(key));
    }
    if (current) await takeContent(current, content);
  });
  if (!head || !manifest) throw new DamagedBackupError('the end is missing');
  const whole = { ...manifest, tables: manifest.tables.filter(({ bytes }) => bytes > 0) };
  if (!isDeepStrictEqual(found, whole)) throw new DamagedBackupError('the content is another one');
  return { head, manifest };
}

async function readJson(content: AsyncIterable<Buffer>): Promise<unknown> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of content) {
    bytes += part.length;
    if (bytes > MAX_JSON_BYTES) throw new DamagedBackupError('too long a description');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
}

/** Counts line feeds, which PostgreSQL's text format writes after each row and nowhere else. */
export function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
