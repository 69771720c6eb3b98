import { closeSync, fchownSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { throwBootError } from '#server/db/boot-error.ts';
import { type SystemAccount, isNobody, findSystemUserName } from '#server/db/embedded/account.ts';

/** Name of the engine's only database user. */
export const SUPERUSER_NAME = 'envol';

/**
 * Writes pg_ident.conf and pg_hba.conf: only root, the app's own user and the owner of the data (unless `nobody`, whom
 * other programs share) may connect, by peer authentication over the Unix socket. Returns whether a file changed; a
 * running engine must then reload.
 * @throws {BootError} when the app's user has no name
 */
export function writeDatabaseAccessRulesAndCheckIfChanged(
  cluster: string,
  account: SystemAccount | undefined,
): boolean {
  const uid = process.getuid?.() ?? 0;
  const self = findSystemUserName(uid);
  if (self === undefined)
    return throwBootError(
      `The database in ${cluster} lets in users of this machine by name, and ${uid} has none: give it one, or set DATABASE_URL.`,
    );
  const owner = account && !isNobody(account) ? findSystemUserName(account.uid) : undefined;
  const names = new Set(['root', self, ...(owner === undefined ? [] : [owner])]);
  const rules = `# Written by Envol at each start.\nlocal all ${SUPERUSER_NAME} peer map=${SUPERUSER_NAME}\n`;
  const map = [...names].map((name) => `${SUPERUSER_NAME} "${name}" ${SUPERUSER_NAME}\n`).join('');
  const changed = [
    replaceFile(join(cluster, 'pg_ident.conf'), map, account),
    replaceFile(join(cluster, 'pg_hba.conf'), rules, account),
  ];
  return changed.includes(true);
}

/**
 * Writes a temporary file and renames it over the target, so that a symbolic link there is replaced and not
 * followed. Returns whether the content changed.
 */
function replaceFile(path: string, content: string, account: SystemAccount | undefined): boolean {
  try {
    if (readFileSync(path, 'utf8') === content) return false;
  } catch {
    // Missing, or unreadable: it is written below.
  }
  const draft = `${path}.${process.pid}-${Date.now()}`;
  const fd = openSync(draft, 'wx', 0o600);
  try {
    writeSync(fd, content);
    if (account) fchownSync(fd, account.uid, account.gid);
  } finally {
    closeSync(fd);
  }
  renameSync(draft, path);
  return true;
}
