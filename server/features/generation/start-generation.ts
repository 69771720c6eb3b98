import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { decrypt } from '#server/encryption.ts';
import { AppError } from '#server/http/errors.ts';
import { ProviderError } from './provider/service.ts';
import { narrateScript } from './narrate-script.ts';
import { findGeneration } from './reads.ts';
import { generateDraftSession } from './write-draft.ts';
import { GenerationCancelledError, markGenerationFailed, claimGeneration } from './writes.ts';

/** Interval at which running work checks whether it was cancelled, perhaps at another server. */
const WATCH_MS = 1_000;

/**
 * Handler of the job `generate`: has a draft written or a narration spoken, and stores why it failed, if it did; does
 * nothing when it is finished or cancelled. A repeated run continues after the steps already stored.
 * @throws any error for which the job queue should retry
 */
export async function runGenerationJob(
  dependencies: Dependencies,
  encrypted: string,
): Promise<void> {
  const { db, secret } = dependencies;
  const { id } = decrypt(secret, encrypted) as { id: string };
  const work = await claimGeneration(db, id);
  if (!work) return;
  const { signal, stop } = watchForCancellation(db, id);
  try {
    await (work.kind === 'draft' ? generateDraftSession : narrateScript)(
      dependencies,
      work,
      signal,
    );
  } catch (error) {
    if (error instanceof GenerationCancelledError || signal.aborted) return;
    const failure = findPermanentFailureCode(error);
    if (failure === null) throw error;
    await markGenerationFailed(db, id, failure);
  } finally {
    stop();
  }
}

/** Returns the code of a failure that a retry cannot mend; null for one that the queue should retry. */
export function findPermanentFailureCode(error: unknown): string | null {
  if (error instanceof ProviderError) return error.failure;
  if (!(error instanceof AppError)) return null;
  if (error.code === 'storage_full') return 'storage_full';
  return error.code === 'conflict' || error.code === 'not_found' ? 'changed' : 'unknown';
}

/** Returns a signal that aborts calls to a provider when the work is cancelled, and `stop`, which ends the watching. */
function watchForCancellation(db: Database, id: string) {
  const cancelled = new AbortController();
  const timer = setInterval(() => {
    findGeneration(db, id).then(
      (work) => work?.state === 'running' || cancelled.abort(new GenerationCancelledError()),
      // The database is out of reach, which each step reports itself.
      () => undefined,
    );
  }, WATCH_MS);
  timer.unref();
  return { signal: cancelled.signal, stop: () => clearInterval(timer) };
}
