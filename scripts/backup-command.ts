import { formatStartError } from '#server/boot.ts';
import type { BackupManifest } from '#server/backup/format.ts';

/** What a command says at its end, and its exit code. */
interface Outcome {
  text: string;
  code: number;
}

/**
 * Runs a command that a signal (Ctrl-C) ends after it has cleared up. Prints its outcome, or one sentence on what was
 * wrong, and resolves to the exit code.
 */
export async function runCommand(
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

/** Creates a function that prints how far the work is, one line for every tenth. */
export function createProgressPrinter(what: string): (share: number) => void {
  let printed = 0;
  return (share) => {
    const tenths = Math.min(Math.floor(share * 10), 10);
    if (tenths <= printed) return;
    printed = tenths;
    process.stdout.write(`${what}: ${tenths * 10} %\n`);
  };
}

/** Says how much a backup holds. */
export function describeContent({ tables, files }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${files.length} ${files.length === 1 ? 'file' : 'files'}`;
}
