import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const KB_PER_MB = 1024;

/** Memory of one process in megabytes, with its share of what it has in common with others (Pss). */
async function readProportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / KB_PER_MB;
}

/** The processes whose parent is this one. */
async function listChildren(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The name in brackets may hold spaces; after it come the state and the parent.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    }),
  );
  return pids.filter((_, index) => parents[index] === parent);
}

/**
 * Megabytes that a server holds, and that all processes of its embedded database hold. Memory that several processes
 * share, as the cache of the database is, counts once.
 */
export async function readMemory(pid: number, dataDir: string) {
  const file = path.join(dataDir, 'postgres/postmaster.pid');
  const postmaster = Number((await readFile(file, 'utf8')).split('\n')[0]);
  const engine = [postmaster, ...(await listChildren(postmaster))];
  const sizes = await Promise.all(engine.map(readProportionalSize));
  return {
    node: await readProportionalSize(pid),
    database: sizes.reduce((sum, size) => sum + size, 0),
  };
}
