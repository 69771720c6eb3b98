import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const KB_PER_MB = 1024;
/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/** Reads what Linux tells of a process after its name, which stands in brackets and may hold spaces. */
async function readStat(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Processor time that a process has used so far, in milliseconds. */
export async function readProcessorMs(pid: number): Promise<number> {
  const [user, system] = (await readStat(pid)).slice(11, 13);
  return (Number(user) + Number(system)) * MS_PER_TICK;
}

/** Memory of one process in megabytes, with its share of what it has in common with others (Pss). */
async function readProportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / KB_PER_MB;
}

async function listChildren(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(async (pid) => Number((await readStat(pid))[1])));
  return pids.filter((_, index) => parents[index] === parent);
}

/**
 * Megabytes that a server holds, and that all processes of its embedded database hold. Memory that several processes
 * share, as the cache of the database is, counts once.
 */
export async function readMemoryMegabytes(pid: number, dataDir: string) {
  const file = path.join(dataDir, 'postgres/postmaster.pid');
  const postmaster = Number((await readFile(file, 'utf8')).split('\n')[0]);
  const engine = [postmaster, ...(await listChildren(postmaster))];
  const sizes = await Promise.all(engine.map(readProportionalSize));
  return {
    node: await readProportionalSize(pid),
    database: sizes.reduce((sum, size) => sum + size, 0),
  };
}
