import { resolve } from 'node:path';
import { verifyBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { readSettings } from '#server/env.ts';
import {
  createProgressPrinter,
  formatBackupContent,
  runCommandAndPrintOutcome,
} from './backup-command.ts';

// npm run restore -- <file>           into an empty DATA_DIR, or an empty DATABASE_URL; nothing is overwritten
// npm run restore -- <file> --check   reads the file to its end, and restores nothing

process.exitCode = await runCommandAndPrintOutcome(async (signal) => {
  const [given, ...more] = process.argv.slice(2);
  const isCheck = more.length === 1 && more[0] === '--check';
  if (given === undefined || given.startsWith('--') || (more.length > 0 && !isCheck))
    return { text: 'npm run restore -- <file> [--check]', code: 2 };
  const file = resolve(given);
  const { database, dataDir, backupPassphrase: passphrase } = readSettings();
  const databaseUrl = database.directUrl ?? database.url;
  const onProgress = createProgressPrinter(`${isCheck ? 'Checking' : 'Restoring'} ${file}`);
  const options = { passphrase, signal, onProgress };
  const { head, manifest } = isCheck
    ? await verifyBackup(file, options)
    : await restoreBackup(file, { ...options, dataDir, databaseUrl });
  const content = `${formatBackupContent(manifest)} as of ${head.takenAt}`;
  return {
    text: isCheck
      ? `${file} is whole: ${content}.`
      : `Restored ${content} to ${databaseUrl === undefined ? dataDir : `DATABASE_URL and ${dataDir}`}.`,
    code: 0,
  };
});
