import path from 'node:path';
import type { Database } from '#server/db/connect.ts';
import { importLibrary } from '#server/features/library/import.ts';
import { readPrograms } from '#server/features/programs/import.ts';

/**
 * Brings the starter sessions and programs up to what the content folder says, in one transaction.
 * @throws {ContentError} listing every fault of both, before anything is written.
 */
export function importContent(db: Database, folder: string): Promise<{ written: number }> {
  return importLibrary(db, folder, (sessions, faults) =>
    readPrograms(db, path.join(folder, 'programs'), sessions, faults),
  );
}
