import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { runUnderBootLock } from '#server/db/boot-lock.ts';
import type { OpenDatabase } from '#server/db/connect.ts';
import { type JobQueue, openJobQueue } from '#server/db/jobs.ts';
import { applyMigrationsWithLockHeld } from '#server/db/migrate.ts';
import type { Log } from '#server/log.ts';

type Preparable = Pick<OpenDatabase, 'db' | 'url' | 'query' | 'listen'>;

/**
 * Migrates the database, imports the starter library from the folder `content` and opens the job queue. Servers that
 * start at once do so one after the other: a row that another one is writing would be waited for in a statement, which
 * has a limit of time.
 * @throws {BootError}; the reason of `signal`
 */
export function prepareDatabase(
  database: Preparable,
  { content, signal, log }: { content: string; signal?: AbortSignal; log: Log },
): Promise<{ written: number; jobs: JobQueue }> {
  return runUnderBootLock(database, { signal, log }, async (own) => {
    await applyMigrationsWithLockHeld(own);
    signal?.throwIfAborted();
    const { written } = await importLibraryAndUpdateSearchIndex(database.db, content);
    return { written, jobs: await openJobQueue(database, { log }) };
  });
}
