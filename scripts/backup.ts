import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeBackup } from '#server/backup/write-backup.ts';
import { throwBootError } from '#server/db/boot-error.ts';
import { openDatabase } from '#server/db/connect.ts';
import { readSettings } from '#server/env.ts';
import {
  createProgressPrinter,
  formatBackupContent,
  runCommandAndPrintOutcome,
} from './backup-command.ts';

// npm run backup -- <file>
// Writes everything of this moment into one file; the server may run meanwhile. BACKUP_PASSPHRASE encrypts it.

process.exitCode = await runCommandAndPrintOutcome(async (signal) => {
  const [given, ...more] = process.argv.slice(2);
  if (given === undefined || more.length > 0) return { text: 'npm run backup -- <file>', code: 2 };
  const file = resolve(given);
  const { database: address, dataDir, backupPassphrase: passphrase } = readSettings();
  if (address.url === undefined && !existsSync(join(dataDir, 'postgres')))
    throwBootError(`There is nothing to back up in ${dataDir}: it has no database.`);
  const database = await openDatabase({ ...address, dataDir, migrate: false });
  try {
    const { url } = database;
    const onProgress = createProgressPrinter(`Backing up to ${file}`);
    const manifest = await writeBackup(file, { url, dataDir, passphrase, signal, onProgress });
    const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
    const kept = passphrase === undefined ? 'not encrypted' : 'encrypted with BACKUP_PASSPHRASE';
    return {
      text: `Backed up ${formatBackupContent(manifest)} to ${file}: ${megabytes} MB, ${kept}.`,
      code: 0,
    };
  } finally {
    await database.close();
  }
});
