import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { decrypt } from '#server/encryption.ts';
import { AppError } from '#server/http/errors.ts';
import { ProviderError } from './provider/service.ts';
import { narrateScript } from './narrate-script.ts';
import { findGeneration } from './reads.ts';
import { writeDraft } from './write-draft.ts';
import { CancelledError, fail, takeUp } from './writes.ts';

/** How often work under way asks whether it was cancelled, maybe at another server. */
const WATCH_MS = 1_000;

/** Does one piece of work. Handler of the job `generate`; begun again, it goes on with what is done already. */
export async function generate(dependencies: Dependencies, encrypted: string): Promise<void> {
  const { db, secret } = dependencies;
  const { id } = decrypt(secret, encrypted) as { id: string };
  const work = await takeUp(db, id);
  if (!work) return;
  const { signal, stop } = watch(db, id);
  try {
    await (work.kind === 'draft' ? writeDraft : narrateScript)(dependencies, work, signal);
  } catch (error) {
    if (error instanceof CancelledError || signal.aborted) return;
    const failure = nameFailure(error);
    if (failure === null) throw error;
    await fail(db, id, failure);
  } finally {
    stop();
  }
}

/** Why work failed, where another try by itself would be of no use; null for what the queue should try again. */
function nameFailure(error: unknown): string | null {
  if (error instanceof ProviderError) return error.failure;
  if (!(error instanceof AppError)) return null;
  if (error.code === 'storage_full') return 'storage_full';
  return error.code === 'conflict' || error.code === 'not_found' ? 'changed' : 'unknown';
}

/** Aborts what a provider is asked for as soon as the work is cancelled. */
function watch(db: Database, id: string) {
  const cancelled = new AbortController();
  const timer = setInterval(() => {
    findGeneration(db, id).then(
      (work) => work?.state === 'running' || cancelled.abort(new CancelledError()),
      // The database is away: each step finds that out by itself.
      () => undefined,
    );
  }, WATCH_MS);
  timer.unref();
  return { signal: cancelled.signal, stop: () => clearInterval(timer) };
}
