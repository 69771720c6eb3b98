import { formatStartError } from '#server/boot.ts';
import type { BackupManifest } from '#server/backup/format.ts';

interface Outcome {
  text: string;
  code: number;
}

/**
 * Runs a command and resolves to its exit code. Prints its text; on failure one sentence to standard error, with code
 * 1. SIGINT, SIGTERM and SIGHUP abort `signal`, so that the command can clear up first.
 */
export async function runCommandAndPrintOutcome(
  perform: (signal: AbortSignal) => Promise<Outcome>,
): Promise<number> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort());
  try {
    const { text, code } = await perform(stopping.signal);
    process.stdout.write(`${text}\n`);
    return code;
  } catch (error) {
    const said = stopping.signal.aborted ? 'Stopped; nothing was kept.' : formatStartError(error);
    process.stderr.write(`${said}\n`);
    return 1;
  }
}

/**
 * Creates a function that takes the share of work done (0 to 1) and prints a line, beginning with `what`, at each
 * tenth.
 */
export function createProgressPrinter(what: string): (share: number) => void {
  let printed = 0;
  return (share) => {
    const tenths = Math.min(Math.floor(share * 10), 10);
    if (tenths <= printed) return;
    printed = tenths;
    process.stdout.write(`${what}: ${tenths * 10} %\n`);
  };
}

/** Formats what a backup contains for the terminal, such as `120 rows of 40 tables and 3 files`. */
export function formatBackupContent({ tables, files }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${files.length} ${files.length === 1 ? 'file' : 'files'}`;
}
