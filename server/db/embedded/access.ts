import { closeSync, fchownSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '#server/db/boot-error.ts';
import { type Account, isNobody, nameOf } from '#server/db/embedded/account.ts';

/** The engine's own superuser, the only one there is. */
export const superuser = 'envol';

/**
 * Writes whom the engine lets in: the kernel tells it who is behind the socket (peer), and that must
 * be the user of this app, root, or the unprivileged owner of the data. `nobody`, as whom other
 * programs run too, is none of them unless the app itself is. Nobody comes by network, or to copy
 * the write-ahead log. Returns whether anything was changed, of which a running engine must be told.
 */
export function writeAccess(cluster: string, account: Account | undefined): boolean {
  const uid = process.getuid?.() ?? 0;
  const self = nameOf(uid);
  if (self === undefined)
    return refuse(
      `The database in ${cluster} lets in users of this machine by name, and ${uid} has none: give it one, or set DATABASE_URL.`,
    );
  const owner = account && !isNobody(account) ? nameOf(account.uid) : undefined;
  const names = new Set(['root', self, ...(owner === undefined ? [] : [owner])]);
  const rules = `# Written by Envol at each start.\nlocal all ${superuser} peer map=${superuser}\n`;
  const map = [...names].map((name) => `${superuser} "${name}" ${superuser}\n`).join('');
  const changed = [
    replace(join(cluster, 'pg_ident.conf'), map, account),
    replace(join(cluster, 'pg_hba.conf'), rules, account),
  ];
  return changed.includes(true);
}

/** Writes beside and renames, so that a link in the file's place is replaced and never followed. */
function replace(path: string, content: string, account: Account | undefined): boolean {
  try {
    if (readFileSync(path, 'utf8') === content) return false;
  } catch {
    // It is gone: it is written anew.
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
