import { statfs } from 'node:fs/promises';

/** Returns the free bytes on the disk that holds a folder; null when that is unknown. */
export async function measureFreeDiskBytes(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  return found && found.bavail * found.bsize;
}
