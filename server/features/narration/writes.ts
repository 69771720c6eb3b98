import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import type { JobQueue } from '#server/db/jobs.ts';
import { encrypt } from '#server/encryption.ts';
import { type EditActor, writeAuditEntryOfDifferences } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { NarrationRunAction } from '#shared/contract/admin-narration.ts';
import {
  findNarrationRun,
  type NarrationItemRow,
  listMissingAndOutdatedNarrations,
  type NarrationRunRow,
} from './reads.ts';
import { narrationItems, narrationRuns } from './table.ts';

export interface QueueDeps {
  jobs: JobQueue;
  secret: string;
}

const OPEN = ['running', 'paused'] as const;
/** After so many recordings in a row for which the provider failed, a run pauses instead of trying all others. */
const MAX_FAILED_IN_ROW = 3;
const getAuditName = (id: string) => `narration ${id}`;
const buildRunCondition = (id: string) => eq(narrationRuns.id, id);

const sendStep = ({ jobs, secret }: QueueDeps, tx: Database, id: string, step: number) =>
  jobs.send(tx, 'narrate', { encrypted: encrypt(secret, { id, step }) });

/**
 * Starts to speak everything that is missing and can be read, with an audit entry; resolves to the id of the run.
 * @throws not_found (nothing is missing); conflict (another run is open)
 */
export async function startNarrationRun(
  deps: QueueDeps,
  db: Database,
  { actorId, now }: EditActor,
  { ceiling, publishes }: { ceiling: number | null; publishes: boolean },
): Promise<string> {
  const missing = (await listMissingAndOutdatedNarrations(db)).filter(
    ({ reason }) => reason !== 'faults',
  );
  if (missing.length === 0) throw new AppError('not_found');
  return db.transaction(async (tx) => {
    const id = v7();
    const added = await tx
      .insert(narrationRuns)
      .values({ id, ceiling, publishes, startedBy: actorId, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: narrationRuns.id });
    if (added.length === 0) throw new AppError('conflict');
    await tx.insert(narrationItems).values(
      missing.map(({ contentId, language, title, sentences }, position) => ({
        runId: id,
        position,
        contentId,
        language,
        title,
        total: sentences.length,
      })),
    );
    const edit = { actorId, now, action: 'narration.start', target: getAuditName(id) } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, {
      recordings: missing.length,
      ceiling,
      publishes,
    });
    await sendStep(deps, tx, id, 0);
    return id;
  });
}

/**
 * Pauses, resumes or cancels a run, or tries its failures again, with an audit entry; `ceiling` replaces the former one.
 * @throws not_found; conflict (the run is not in a state for that, or another one is open)
 */
export async function applyNarrationRunAction(
  deps: QueueDeps,
  db: Database,
  { actorId, now }: EditActor,
  {
    id,
    action,
    ceiling,
  }: { id: string; action: NarrationRunAction; ceiling?: number | null | undefined },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [run] = await tx.select().from(narrationRuns).where(buildRunCondition(id)).for('update');
    if (!run) throw new AppError('not_found');
    const next = chooseState(run, action);
    if (next === null) throw new AppError('conflict');
    if (next === 'running') await assertNoOther(tx, id);
    if (action === 'again')
      await tx
        .update(narrationItems)
        .set({ state: 'waiting', failure: null })
        .where(and(eq(narrationItems.runId, id), eq(narrationItems.state, 'failed')));
    const after = {
      state: next,
      reason: next === 'paused' ? ('asked' as const) : null,
      ceiling: ceiling === undefined ? run.ceiling : ceiling,
    };
    const step = run.step + 1;
    // A job of the step before that still speaks ends with its sentence, and the next begins where it was.
    await tx
      .update(narrationRuns)
      .set({ ...after, failedInRow: 0, ...(next === 'running' && { step }) })
      .where(buildRunCondition(id));
    const edit = { actorId, now, action: 'narration.change', target: getAuditName(id) } as const;
    const { state, reason } = run;
    await writeAuditEntryOfDifferences(tx, edit, { state, reason, ceiling: run.ceiling }, after);
    if (next === 'running') await sendStep(deps, tx, id, step);
  });
}

/** Returns the state that an action leads to; null when it cannot be done now. */
function chooseState(
  { state }: NarrationRunRow,
  action: NarrationRunAction,
): NarrationRunRow['state'] | null {
  if (action === 'pause') return state === 'running' ? 'paused' : null;
  if (action === 'resume') return state === 'paused' ? 'running' : null;
  if (action === 'cancel') return state === 'running' || state === 'paused' ? 'cancelled' : null;
  return state === 'running' ? null : 'running';
}

/** @throws conflict (another run is open) */
async function assertNoOther(tx: Database, id: string): Promise<void> {
  const open = await tx
    .select({ id: narrationRuns.id })
    .from(narrationRuns)
    .where(inArray(narrationRuns.state, [...OPEN]));
  if (open.some((one) => one.id !== id)) throw new AppError('conflict');
}

/**
 * Marks the next recording of a run as being spoken and returns it, first one that was interrupted; null when all are
 * over, or in hand at these positions.
 */
export async function claimNextNarrationItem(
  db: Database,
  runId: string,
  inHand: readonly number[],
): Promise<NarrationItemRow | null> {
  const next = sql`(select "position" from narration_items
    where run_id = ${runId} and state in ('running', 'waiting')
      and "position" <> all(${sql.param(inHand)}::integer[])
    order by state = 'running' desc, "position" limit 1)`;
  const [item] = await db
    .update(narrationItems)
    .set({ state: 'running' })
    .where(and(eq(narrationItems.runId, runId), sql`${narrationItems.position} = ${next}`))
    .returning();
  return item ?? null;
}

const buildItemCondition = ({ runId, position }: Pick<NarrationItemRow, 'runId' | 'position'>) =>
  and(eq(narrationItems.runId, runId), eq(narrationItems.position, position));

/** Counts a spoken sentence of a recording, and what was paid for it. */
export async function recordSpokenSentence(
  db: Database,
  item: NarrationItemRow,
  { done, total, addedCharacters }: { done: number; total: number; addedCharacters: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    // Sentences end in any order.
    await tx
      .update(narrationItems)
      .set({ total, done: sql`greatest(${narrationItems.done}, ${done})` })
      .where(buildItemCondition(item));
    if (addedCharacters > 0)
      await tx
        .update(narrationRuns)
        .set({ characters: sql`${narrationRuns.characters} + ${addedCharacters}` })
        .where(buildRunCondition(item.runId));
  });
}

/** Ends a recording of a run: done, failed (with its reason), or waiting again. */
export async function finishOrRequeueNarrationItem(
  db: Database,
  item: NarrationItemRow,
  state: 'done' | 'failed' | 'waiting',
  failure: string | null = null,
): Promise<void> {
  const isDone = state === 'done' && { done: sql`${narrationItems.total}` };
  await db
    .update(narrationItems)
    .set({ state, failure, ...isDone })
    .where(buildItemCondition(item));
}

/** Pauses a running run, for a reason that is not an admin's. */
export async function pauseNarrationRun(
  db: Database,
  id: string,
  reason: 'ceiling' | 'provider',
): Promise<void> {
  await db
    .update(narrationRuns)
    .set({ state: 'paused', reason })
    .where(and(buildRunCondition(id), eq(narrationRuns.state, 'running')));
}

const buildStepCondition = ({ id, step }: Pick<NarrationRunRow, 'id' | 'step'>) =>
  and(buildRunCondition(id), eq(narrationRuns.step, step), eq(narrationRuns.state, 'running'));

/** Counts how often in a row the provider failed, at the end of a recording; pauses a run for which it did too often. */
export async function countProviderFailuresInRow(
  db: Database,
  at: Pick<NarrationRunRow, 'id' | 'step'>,
  { didProviderFail }: { didProviderFail: boolean },
): Promise<void> {
  const [run] = await db
    .update(narrationRuns)
    .set({ failedInRow: didProviderFail ? sql`${narrationRuns.failedInRow} + 1` : 0 })
    .where(buildStepCondition(at))
    .returning();
  if (run && run.failedInRow >= MAX_FAILED_IN_ROW) await pauseNarrationRun(db, at.id, 'provider');
}

/**
 * Queues the next step of a run in the transaction that counts this one, so that there is always exactly one; none when
 * the run is no longer running.
 */
export async function queueNextNarrationStepIfRunning(
  deps: QueueDeps,
  db: Database,
  at: Pick<NarrationRunRow, 'id' | 'step'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [run] = await tx
      .update(narrationRuns)
      .set({ step: at.step + 1 })
      .where(buildStepCondition(at))
      .returning();
    if (run) await sendStep(deps, tx, at.id, run.step);
  });
}

/** Ends a run: done when nothing is left to speak, cancelled when no admin answers for it any more. */
export async function endNarrationRun(
  db: Database,
  { id, step }: NarrationRunRow,
  state: 'done' | 'cancelled',
): Promise<void> {
  await db
    .update(narrationRuns)
    .set({ state, reason: null })
    .where(buildStepCondition({ id, step }));
}

/** Whether a run is still in this step of this job. */
export async function isNarrationRunStillAtStep(
  db: Database,
  { id, step }: Pick<NarrationRunRow, 'id' | 'step'>,
): Promise<boolean> {
  const run = await findNarrationRun(db, id);
  return run?.state === 'running' && run.step === step;
}
