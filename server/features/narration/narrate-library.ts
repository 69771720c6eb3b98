import type { Database } from '#server/db/connect.ts';
import { findOutageCause } from '#server/db/outage.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { decrypt } from '#server/encryption.ts';
import { synthesiseAndSaveScriptRecording } from '#server/features/generation/narrate-script.ts';
import { publishIfOnlyRecordingsChanged } from '#server/features/studio/publication/writes.ts';
import { findPermanentFailureCode } from '#server/features/generation/start-generation.ts';
import { findStudioSession } from '#server/features/studio/reads.ts';
import { toLoggableError } from '#server/log.ts';
import {
  hashSpokenSentences,
  readDraftRecordingsByLanguage,
} from '#server/features/studio/recordings/reads.ts';
import { parseScript } from '#shared/rules/script.ts';
import { findNarrationRun, type NarrationItemRow, type NarrationRunRow } from './reads.ts';
import {
  claimNextNarrationItem,
  endNarrationRun,
  isNarrationRunStillAtStep,
  pauseNarrationRun,
  queueNextNarrationStepIfRunning,
  recordSpokenSentence,
  finishOrRequeueNarrationItem,
} from './writes.ts';

/** Failures that the next recording would most probably meet as well. */
const PROVIDER_FAILURES = new Set<string>([
  'provider_refused',
  'provider_unreachable',
  'command_failed',
]);

/** Thrown to end the work on a recording that goes on later: the run was paused, or its ceiling is reached. */
class NarrationStopped extends Error {
  override name = 'NarrationStopped';
}

/**
 * Handler of the job `narrate`: speaks the next recording of a run and queues the next step. Does nothing when the run is
 * paused or over, or when the job is of a former step. A repeated run continues after the sentences already stored.
 * @throws any error for which the job queue should retry: the database was out of reach
 */
export async function runNarrationJob(deps: Dependencies, encrypted: string): Promise<void> {
  const { db, secret } = deps;
  const { id, step } = decrypt(secret, encrypted) as { id: string; step: number };
  const run = await findNarrationRun(db, id);
  if (run?.state !== 'running' || run.step !== step) return;
  // The admin who started it has left: none answers for what would be spoken.
  if (run.startedBy === null) return endNarrationRun(db, run, 'cancelled');
  const item = await claimNextNarrationItem(db, id);
  if (!item) return endNarrationRun(db, run, 'done');
  let didProviderFail = false;
  try {
    await speakItem(deps, { ...run, startedBy: run.startedBy }, item);
  } catch (error) {
    if (error instanceof NarrationStopped) return finishOrRequeueNarrationItem(db, item, 'waiting');
    if (findOutageCause(error)) throw error;
    const failure = findPermanentFailureCode(error) ?? 'unknown';
    if (failure === 'unknown') deps.log.error({ error: toLoggableError(error) }, 'narration');
    didProviderFail = PROVIDER_FAILURES.has(failure);
    await finishOrRequeueNarrationItem(db, item, 'failed', failure);
  }
  await queueNextNarrationStepIfRunning(deps, db, run, { didProviderFail });
}

async function speakItem(
  deps: Dependencies,
  run: NarrationRunRow & { startedBy: string },
  item: NarrationItemRow,
): Promise<void> {
  const { db, clock } = deps;
  const { contentId, language } = item;
  const { startedBy, ceiling } = run;
  // Another recording was added meanwhile, or the server ended after this one.
  if (await isHeard(db, item)) return finishOrRequeueNarrationItem(db, item, 'done');
  let reserved = run.characters;
  let isStopped = false;
  let isOverCeiling = false;
  try {
    await synthesiseAndSaveScriptRecording(
      deps,
      { id: `${run.id}-${item.position}`, contentId, language, startedBy },
      {
        mayGoOn: () => {
          if (isStopped) throw new NarrationStopped();
        },
        onAsk: (characters) => {
          isOverCeiling ||= ceiling !== null && reserved + characters > ceiling;
          if (isOverCeiling) throw new NarrationStopped();
          reserved += characters;
        },
        // Sentences under way are paid, so a pause waits for them.
        save: async (progress) => {
          await recordSpokenSentence(db, item, progress);
          isStopped ||= !(await isNarrationRunStillAtStep(db, run));
        },
        finish: async (tx) => {
          await finishOrRequeueNarrationItem(tx, item, 'done');
          if (run.publishes)
            await publishIfOnlyRecordingsChanged(
              deps,
              tx,
              { actorId: startedBy, now: clock() },
              contentId,
            );
        },
      },
      new AbortController().signal,
    );
  } catch (error) {
    if (isOverCeiling) await pauseNarrationRun(db, run.id, 'ceiling');
    throw error;
  }
}

/** Whether the draft of a session has a recording that fits. */
async function isHeard(db: Database, { contentId, language }: NarrationItemRow): Promise<boolean> {
  const session = await findStudioSession(db, contentId);
  const recording = (await readDraftRecordingsByLanguage(db, contentId)).get(language);
  if (!session || !recording) return false;
  const { facts, scripts } = session.source;
  const parsed = parseScript(scripts[language], { language, ...facts });
  return parsed.ok && hashSpokenSentences(parsed.cues) === recording.spokenHash;
}
