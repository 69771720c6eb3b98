import { z } from 'zod';

// A backup is a tar archive, packed with gzip and, with a passphrase, encrypted in the age format: what is in it can
// be read with `age`, `gzip` and `tar` alone (docs/decisions/046-backup.md). Its entries, in this order:
//   backup.json                      what it is
//   tables/<table>/<number>.copy     the rows, in PostgreSQL's text format, in parts
//   files/<path in DATA_DIR>
//   manifest.json                    what must have been there, which ends a whole backup

export const HEAD_ENTRY_NAME = 'backup.json';
export const MANIFEST_ENTRY_NAME = 'manifest.json';

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });

/** The first entry of a backup: what was known when it began. */
export const backupHeadSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  migration: z.number(),
  jobsVersion: z.number().nullable(),
  tables: z.array(table),
});
export type BackupHead = z.infer<typeof backupHeadSchema>;

const content = { bytes: z.number(), sha256: z.string() };

/** The last entry of a backup: what a complete one contains. */
export const backupManifestSchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), ...content })),
  files: z.array(z.object({ path: z.string(), ...content })),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

export const buildFileEntryName = (path: string): string => `files/${path}`;

export const buildRowsEntryName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;

/**
 * Parses the name of an archive entry: rows of a table, a file of DATA_DIR, or `unknown` for anything that does not
 * belong in a backup, unsafe paths included.
 */
export function parseEntryName(
  name: string,
): { kind: 'rows'; table: string } | { kind: 'file'; path: string } | { kind: 'unknown' } {
  const rows = /^tables\/(?<table>[\w.-]+)\/\d+\.copy$/.exec(name)?.groups?.table;
  if (rows) return { kind: 'rows', table: rows };
  const path = /^files\/(?<path>session-secret|(?:media|outbox)\/.+)$/s.exec(name)?.groups?.path;
  const isSafe =
    path && !path.includes('\0') && !path.split('/').some((part) => /^\.{0,2}$/.test(part));
  return isSafe ? { kind: 'file', path } : { kind: 'unknown' };
}
