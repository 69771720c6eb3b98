import path from 'node:path';
import type { Database } from '#server/db/connect.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { refreshSearchIndex } from '#server/features/contents/search/writes.ts';
import { readPrograms } from '#server/features/programs/import.ts';

/**
 * Imports the starter sessions and programs from the content folder, in one transaction. Unchanged ones are not
 * written. Then indexes what was indexed for searching by an earlier version of the product.
 * @throws {ContentError} listing every fault of both, before anything is written.
 */
export async function importContent(db: Database, folder: string): Promise<{ written: number }> {
  const imported = await importLibrary(db, folder, (sessions, faults) =>
    readPrograms(db, path.join(folder, 'programs'), sessions, faults),
  );
  await refreshSearchIndex(db);
  return imported;
}
