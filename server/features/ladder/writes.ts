import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import {
  type MergeRule,
  markRemovedAndClearOlderGroups,
  upsertLatest,
} from '#server/db/last-write-wins.ts';
import { assertRowCapNotExceeded } from '#server/db/row-caps.ts';
import {
  writeUnderHealthConsent,
  createConsentTimeCheck,
} from '#server/features/assessment/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { MAX_LADDER_STEPS } from '#shared/rules/ladder.ts';
import type { Rehearsal } from '#shared/rules/rehearsal-dose.ts';
import { ladderAttempts, ladderOrders, ladderSteps, type LadderStepContent } from './table.ts';

type AttemptRow = typeof ladderAttempts.$inferSelect;

/** When a device wrote a change; when it did not say (`datedOnArrival`), the time of arrival. */
interface Written {
  writtenAt: Date;
  datedOnArrival: boolean;
}

interface LadderChange extends Written {
  /** New and changed steps; `added` has the ids of those that are new. */
  steps: ({ id: string } & LadderStepContent)[];
  added: string[];
  order: string[];
  removed: string[];
}

/** An attempt as a device sends it: its beginning, and its outcome or null. */
interface Attempt
  extends
    Written,
    Pick<AttemptRow, 'id' | 'stepId' | 'startedAt' | 'setting' | 'expected' | 'sure' | 'before'> {
  outcome: {
    highest: number;
    after: number;
    happened: string;
    learned: string;
    rehearsal?: Rehearsal | undefined;
  } | null;
}

const STEPS = {
  table: ladderSteps,
  key: ['userId', 'id'],
  groups: [
    { at: 'addedAt', columns: ['added', 'position'] },
    { at: 'changedAt', columns: ['changed'] },
  ],
  removedAt: 'removedAt',
} as const satisfies MergeRule<typeof ladderSteps>;

const ORDER = {
  table: ladderOrders,
  key: ['userId'],
  groups: [{ at: 'sortedAt', columns: ['stepIds'] }],
} as const satisfies MergeRule<typeof ladderOrders>;

const OUTCOME = {
  at: 'afterAt',
  columns: ['highest', 'after', 'happened', 'learned', 'rehearsal'],
} as const;
const ATTEMPTS = {
  table: ladderAttempts,
  key: ['userId', 'id'],
  groups: [{ at: 'beforeAt', columns: ['setting', 'expected', 'sure', 'before'] }, OUTCOME],
} as const satisfies MergeRule<typeof ladderAttempts>;

/**
 * Merges one device's changes into a person's exposure ladder. Steps in `removed` are deleted with their attempts, and
 * stay so unless added again later. Of two changes to a step, or two orders of the steps, the later one wins.
 * @throws consent_required; consent_renewed (written before the present consent); too_many
 */
export async function mergeLadderChange(db: Database, userId: string, change: LadderChange) {
  const { removed, order, writtenAt } = change;
  const save = async (tx: Database) => {
    if (removed.length > 0) await removeSteps(tx, userId, removed, writtenAt);
    await saveSteps(tx, userId, change);
    if (order.length > 0)
      await upsertLatest(tx, ORDER, [{ userId, stepIds: order, sortedAt: writtenAt }], change);
    const own = and(eq(ladderSteps.userId, userId), isNotNull(ladderSteps.addedAt));
    if ((await tx.$count(ladderSteps, own)) > MAX_LADDER_STEPS) throw new AppError('too_many');
    await assertRowCapNotExceeded(tx, ladderSteps, userId);
  };
  await writeUnderHealthConsent(db, userId, save, createConsentTimeCheck(writtenAt));
}

/** Removes steps, and what was written of their attempts until then. */
async function removeSteps(tx: Database, userId: string, ids: string[], removedAt: Date) {
  const named = and(eq(ladderSteps.userId, userId), inArray(ladderSteps.id, ids));
  await markRemovedAndClearOlderGroups(tx, STEPS, named, removedAt);
  const theirs = and(eq(ladderAttempts.userId, userId), inArray(ladderAttempts.stepId, ids));
  await tx.delete(ladderAttempts).where(and(theirs, lte(ladderAttempts.beforeAt, removedAt)));
  await markRemovedAndClearOlderGroups(tx, { ...ATTEMPTS, groups: [OUTCOME] }, theirs, removedAt);
}

async function saveSteps(tx: Database, userId: string, change: LadderChange) {
  const { removed, writtenAt } = change;
  const steps = change.steps.filter(({ id }) => !removed.includes(id));
  if (steps.length === 0) return;
  const ids = steps.map(({ id }) => id);
  const known = await tx
    .select({ id: ladderSteps.id })
    .from(ladderSteps)
    .where(and(eq(ladderSteps.userId, userId), inArray(ladderSteps.id, ids)));
  // A page that was opened before `added` was names none: what it sends is added where it is new, and changed.
  const isNew = (id: string) => change.added.includes(id) || !known.some((one) => one.id === id);
  const added = steps.flatMap(({ id, ...content }, position) =>
    isNew(id) ? [{ userId, id, added: content, position, addedAt: writtenAt }] : [],
  );
  const changed = steps.flatMap(({ id, ...content }) =>
    change.added.includes(id) ? [] : [{ userId, id, changed: content, changedAt: writtenAt }],
  );
  await upsertLatest(tx, STEPS, added, change);
  await upsertLatest(tx, STEPS, changed, change);
}

/**
 * Stores an attempt at a step of the ladder, or merges it with the stored one of the same id: its beginning and its
 * outcome apart, of each the later write wins. A missing outcome keeps the stored one; step and start never change.
 * Ignored if written before its step was removed.
 * @throws consent_required; consent_renewed; not_found (no such step); conflict (id at another step); too_many
 */
export async function mergeAttempt(db: Database, userId: string, attempt: Attempt) {
  const { outcome, writtenAt, datedOnArrival, ...begun } = attempt;
  const save = async (tx: Database) => {
    const [step] = await tx
      .select({ removedAt: ladderSteps.removedAt })
      .from(ladderSteps)
      .where(and(eq(ladderSteps.userId, userId), eq(ladderSteps.id, attempt.stepId)));
    if (!step) throw new AppError('not_found');
    if (step.removedAt && writtenAt <= step.removedAt) return;
    const after = outcome && { ...outcome, afterAt: writtenAt };
    const row = { ...begun, ...after, userId, beforeAt: writtenAt };
    const [kept] = await upsertLatest(tx, ATTEMPTS, [row], { datedOnArrival });
    if (kept?.stepId !== attempt.stepId) throw new AppError('conflict');
    await assertRowCapNotExceeded(tx, ladderAttempts, userId);
  };
  await writeUnderHealthConsent(db, userId, save, createConsentTimeCheck(writtenAt));
}
