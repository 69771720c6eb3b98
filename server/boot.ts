import { existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { BootError } from '#server/db/boot-error.ts';
import { getNewDataDirMode } from '#server/db/embedded/account.ts';
import { findDatabaseError } from '#server/db/driver.ts';
import { findOutageCause } from '#server/db/outage.ts';
import { SettingsError } from './env.ts';
import type { Log } from './log.ts';

/**
 * Creates the data folder if it is missing, for its owner alone, and checks that it is writable by writing a probe
 * file: permission bits are not enough.
 * @throws {BootError} when it cannot be written
 */
export async function ensureWritableDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    await makeFolder(dataDir, getNewDataDirMode());
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new BootError(`DATA_DIR ${dataDir} can't be written (${getErrorCode(error)}).`, {
      cause: error,
    });
  }
}

/** Logs a warning when others than its owner can look into the data folder; as root the engine's user may traverse it. */
export async function warnIfDataDirIsReadableByOthers(dataDir: string, log: Log): Promise<void> {
  const wanted = getNewDataDirMode();
  const { mode } = await stat(dataDir);
  // Not closed here: it may be a folder that the operator shares on purpose, or one of the system.
  if ((mode & 0o777 & ~wanted) !== 0)
    log.warn(`others can look into DATA_DIR: chmod ${wanted.toString(8)} closes it`);
}

// Not `recursive`: below /proc, where a folder that is there refuses new ones as if it were not, Node
// tries for ever (nodejs/node, src/node_file.cc, MKDirp).
async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (existsSync(folder)) return;
  if (!existsSync(dirname(folder))) await makeFolder(dirname(folder));
  await mkdir(folder, { mode });
}

/**
 * Checks that the port can be listened on, before a database is started. Port 0 is not checked.
 * @throws {BootError} saying what to do
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen({ host, port }, resolve);
    });
  } catch (error) {
    throw toListenBootError(error, host, port);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * Converts the error of a server that could not listen on its port to a BootError that says in one sentence what to do.
 */
export function toListenBootError(error: unknown, host: string, port: number): BootError {
  const code = getErrorCode(error);
  const why: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use: stop the other program or set PORT to another one.`,
    EACCES: `Port ${port} may not be used by this account: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
    ENOTFOUND: `HOST ${host} is no address of this machine.`,
  };
  return new BootError(why[code] ?? `Port ${port} on ${host} can't be used (${code}).`, {
    cause: error,
  });
}

/** Formats a start-up error for the terminal, without a stack; several faulty settings are listed. */
export function formatStartError(error: unknown): string {
  if (error instanceof SettingsError) {
    const [first, ...others] = error.problems;
    if (others.length === 0) return `Envol can't start: ${first}`;
    return `Envol can't start with these settings:\n${error.problems.map((problem) => `- ${problem}`).join('\n')}`;
  }
  if (error instanceof BootError) return error.message;
  const fault = findDatabaseFault(error);
  if (fault) return `Envol can't start: ${fault}`;
  return error instanceof Error ? `Envol can't start: ${error.message}` : `Envol can't start.`;
}

const CANCELLED = '57014';

/** Describes the database's error behind an error, if any, without the statement and its values. */
function findDatabaseFault(error: unknown): string | null {
  const outage = findOutageCause(error);
  if (outage === 'disk_full') return 'the database has no room left on its disk.';
  if (outage) return 'the database stopped answering meanwhile. Start again once it does.';
  const fault = findDatabaseError(error);
  if (!fault) return null;
  const code = getErrorCode(fault);
  return code === CANCELLED
    ? 'the database took too long over one step: the machine is too busy, or another program locks its tables. Start again.'
    : `the database refused a step: ${fault.message} (${code}).`;
}

function getErrorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown reason';
}
