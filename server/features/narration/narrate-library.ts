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
  countProviderFailuresInRow,
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

/** After this long a job queues the next one of its run and ends, so that none takes as long as the queue allows. */
const JOB_MS = 10 * 60_000;

/** Thrown to end the work on a recording that goes on later: the run was paused, or its ceiling is reached. */
class NarrationStopped extends Error {
  override name = 'NarrationStopped';
}

/** What the recordings that a job has in hand share. */
interface NarrationStep {
  run: NarrationRunRow & { startedBy: string };
  takePlace: () => Promise<() => void>;
  /** Characters that are paid, or asked for. */
  reserved: number;
  isStopped: boolean;
  isOverCeiling: boolean;
}

/** Creates a function that waits for one of `count` places, and returns what gives it back. */
function createPlaces(count: number): NarrationStep['takePlace'] {
  let free = count;
  const waiting: (() => void)[] = [];
  const giveBack = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return giveBack;
  };
}

/**
 * Handler of the job `narrate`: speaks recordings of a run for some minutes, then queues the next step. Sentences of the
 * next recording are begun while the last ones of a recording are spoken and it is put together. Does nothing when the
 * run is paused or over, or when the job is of a former step. A repeated run continues after the sentences already stored.
 * @throws any error for which the job queue should retry: the database was out of reach
 */
export async function runNarrationJob(deps: Dependencies, encrypted: string): Promise<void> {
  const { db, secret, clock, generation } = deps;
  const { id, step } = decrypt(secret, encrypted) as { id: string; step: number };
  const run = await findNarrationRun(db, id);
  if (run?.state !== 'running' || run.step !== step) return;
  // The admin who started it has left: none answers for what would be spoken.
  if (run.startedBy === null) return endNarrationRun(db, run, 'cancelled');
  const shared: NarrationStep = {
    run: { ...run, startedBy: run.startedBy },
    takePlace: createPlaces(generation.sentencesAtOnce),
    reserved: run.characters,
    isStopped: false,
    isOverCeiling: false,
  };
  const until = clock().getTime() + JOB_MS;
  let before: { position: number; isOver: Promise<void> } | null = null;
  try {
    while (clock().getTime() < until && (await isNarrationRunStillAtStep(db, run))) {
      const item = await claimNextNarrationItem(db, id, before ? [before.position] : []);
      if (!item) {
        await before?.isOver;
        // What was interrupted is waiting again.
        if (!shared.isStopped) await endNarrationRun(db, run, 'done');
        return;
      }
      const previous: Promise<void> | undefined = before?.isOver;
      const begun = Promise.withResolvers<void>();
      const isOver = narrateRunItemOrRecordFailure(deps, shared, item, {
        previous,
        onAllBegun: begun.resolve,
      });
      before = { position: item.position, isOver };
      await Promise.race([begun.promise, isOver]);
      // Two recordings are in hand at most, and the sentences that wait are of one.
      await previous;
    }
  } finally {
    await before?.isOver;
  }
  await queueNextNarrationStepIfRunning(deps, db, run);
}

interface ItemPlace {
  /** Settles when the recording before this one is over. */
  previous: Promise<void> | undefined;
  onAllBegun: () => void;
}

/** @throws any error for which the job queue should retry */
async function narrateRunItemOrRecordFailure(
  deps: Dependencies,
  step: NarrationStep,
  item: NarrationItemRow,
  place: ItemPlace,
): Promise<void> {
  const { db } = deps;
  let didProviderFail = false;
  try {
    await narrateRunItem(deps, step, item, place);
  } catch (error) {
    if (error instanceof NarrationStopped) return finishOrRequeueNarrationItem(db, item, 'waiting');
    if (findOutageCause(error)) throw error;
    const failure = findPermanentFailureCode(error) ?? 'unknown';
    if (failure === 'unknown') deps.log.error({ error: toLoggableError(error) }, 'narration');
    didProviderFail = PROVIDER_FAILURES.has(failure);
    await finishOrRequeueNarrationItem(db, item, 'failed', failure);
  }
  await countProviderFailuresInRow(db, step.run, { didProviderFail });
}

async function narrateRunItem(
  deps: Dependencies,
  step: NarrationStep,
  item: NarrationItemRow,
  { previous, onAllBegun }: ItemPlace,
): Promise<void> {
  const { db, clock } = deps;
  const { run, takePlace } = step;
  const { contentId, language } = item;
  const { startedBy, ceiling } = run;
  // Another recording was added meanwhile, or the server ended after this one.
  if (await isHeard(db, item)) return finishOrRequeueNarrationItem(db, item, 'done');
  try {
    await synthesiseAndSaveScriptRecording(
      deps,
      { id: `${run.id}-${item.position}`, contentId, language, startedBy },
      {
        takePlace,
        onAllBegun,
        // One is put together at a time: both may be of one session, whose version each raises.
        mayAssemble: async () => previous,
        mayGoOn: () => {
          if (step.isStopped) throw new NarrationStopped();
        },
        onAsk: (characters) => {
          step.isOverCeiling ||= ceiling !== null && step.reserved + characters > ceiling;
          if (step.isOverCeiling) throw new NarrationStopped();
          step.reserved += characters;
        },
        // Sentences under way are paid, so a pause waits for them.
        save: async (progress) => {
          await recordSpokenSentence(db, item, progress);
          step.isStopped ||= !(await isNarrationRunStillAtStep(db, run));
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
    if (step.isOverCeiling) await pauseNarrationRun(db, run.id, 'ceiling');
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
