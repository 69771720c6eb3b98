import path from 'node:path';
import type { Database } from '#server/db/connect.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { reindexOutdatedSessions } from '#server/features/contents/search/writes.ts';
import { prepareStarterProgramImport } from '#server/features/programs/import.ts';

/**
 * Imports the starter sessions and programs from the content folder in one transaction, unchanged ones excepted, then
 * updates search index entries of earlier versions. Resolves to the number of rows written.
 * @throws {ContentError} listing every fault, before anything is written
 */
export async function importLibraryAndUpdateSearchIndex(
  db: Database,
  folder: string,
): Promise<{ written: number }> {
  const imported = await importLibrary(db, folder, (sessions, faults) =>
    prepareStarterProgramImport(db, path.join(folder, 'programs'), sessions, faults),
  );
  await reindexOutdatedSessions(db);
  return imported;
}
