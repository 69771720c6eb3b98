import { statfs } from 'node:fs/promises';

/** Measures how many bytes are free where a folder is; null where it cannot be told. */
export async function measureFreeBytes(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  return found && found.bavail * found.bsize;
}
