import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { withConsent, writtenUnder } from '#server/features/assessment/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { MOST_STEPS } from '#shared/rules/ladder.ts';
import { ladderAttempts, ladderRemovals, ladderSteps } from './table.ts';

type StepRow = typeof ladderSteps.$inferSelect;
type AttemptRow = typeof ladderAttempts.$inferSelect;

/** What one device changed of the ladder, and when. */
interface LadderChange {
  /** New steps and changed ones, and which of them the device had not. */
  steps: Pick<StepRow, 'id' | 'area' | 'material' | 'words'>[];
  added: string[];
  order: string[];
  removed: string[];
  writtenAt: Date;
}

/** An attempt as a device tells it: its beginning, and its outcome once it is over. */
interface Attempt extends Pick<
  AttemptRow,
  'id' | 'stepId' | 'startedAt' | 'setting' | 'expected' | 'sure' | 'before'
> {
  outcome: { highest: number; after: number; happened: string; learned: string } | null;
  writtenAt: Date;
}

/** So many attempts of one step are kept: far more than anybody makes, and a bound for the list. */
const MOST_ATTEMPTS = 200;

/**
 * Keeps what one device changed, and leaves what another did meanwhile: only what is named as removed
 * goes, with its attempts, and stays away unless it is added anew afterwards. Of two changes to one step,
 * and of two orders, the later wins. @throws consent_required;
 * consent_renewed; too_many
 */
export async function saveLadder(db: Database, userId: string, change: LadderChange) {
  const { removed, order, writtenAt } = change;
  const save = async (tx: Database) => {
    if (removed.length > 0) await removeSteps(tx, userId, removed, writtenAt);
    const kept = await tx
      .select()
      .from(ladderSteps)
      .where(eq(ladderSteps.userId, userId))
      .orderBy(asc(ladderSteps.position), asc(ladderSteps.id));
    const steps = withSteps(kept, userId, change, await removalsOf(tx, userId, change));
    if (steps.length > MOST_STEPS) throw new AppError('too_many');
    if (steps.length === 0) return;
    const rows = sorted(steps, order, writtenAt).map((step, position) => ({ ...step, position }));
    await tx
      .insert(ladderSteps)
      .values(rows)
      .onConflictDoUpdate({
        target: [ladderSteps.userId, ladderSteps.id],
        set: {
          position: sql`excluded.position`,
          area: sql`excluded.area`,
          material: sql`excluded.material`,
          words: sql`excluded.words`,
          writtenAt: sql`excluded.written_at`,
          sortedAt: sql`excluded.sorted_at`,
        },
      });
  };
  await withConsent(db, userId, save, writtenUnder(writtenAt));
}

/** Removes steps and remembers it; one that was written since then is another device's, and stays. */
async function removeSteps(tx: Database, userId: string, ids: string[], removedAt: Date) {
  const gone = await tx
    .delete(ladderSteps)
    .where(
      and(
        eq(ladderSteps.userId, userId),
        inArray(ladderSteps.id, ids),
        lte(ladderSteps.writtenAt, removedAt),
      ),
    )
    .returning({ id: ladderSteps.id });
  if (gone.length === 0) return;
  await tx
    .insert(ladderRemovals)
    .values(gone.map(({ id }) => ({ userId, id, removedAt })))
    .onConflictDoUpdate({
      target: [ladderRemovals.userId, ladderRemovals.id],
      set: { removedAt: sql`excluded.removed_at` },
    });
}

/** When those of the given steps that were ever removed were. */
async function removalsOf(tx: Database, userId: string, { steps }: LadderChange) {
  if (steps.length === 0) return new Map<string, Date>();
  const ids = steps.map(({ id }) => id);
  const rows = await tx
    .select()
    .from(ladderRemovals)
    .where(and(eq(ladderRemovals.userId, userId), inArray(ladderRemovals.id, ids)));
  return new Map(rows.map(({ id, removedAt }) => [id, removedAt]));
}

/** The steps with what was changed of them, the new ones behind those that were there. */
function withSteps(
  kept: StepRow[],
  userId: string,
  { steps, added, removed, writtenAt }: LadderChange,
  removals: Map<string, Date>,
): StepRow[] {
  const all = new Map(kept.map((row) => [row.id, row]));
  for (const step of steps.filter(({ id }) => !removed.includes(id))) {
    const known = all.get(step.id);
    const removedAt = removals.get(step.id);
    const isNew = added.includes(step.id);
    const taken = known
      ? !isNew && writtenAt >= known.writtenAt
      : !removedAt || (isNew && writtenAt > removedAt);
    const { position, sortedAt } = known ?? { position: all.size, sortedAt: null };
    if (taken) all.set(step.id, { ...step, userId, writtenAt, position, sortedAt });
  }
  return [...all.values()];
}

/** The steps in a new order, unless they were sorted later than that; those it does not name follow in theirs. */
function sorted(steps: StepRow[], order: string[], sortedAt: Date): StepRow[] {
  const isOlder = steps.some((step) => step.sortedAt !== null && step.sortedAt > sortedAt);
  if (order.length === 0 || isOlder) return steps;
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: StepRow) => places.get(id) ?? order.length;
  return steps.toSorted((a, b) => placeOf(a) - placeOf(b)).map((step) => ({ ...step, sortedAt }));
}

/**
 * Keeps an attempt; sent again, the later of each half takes the place of the earlier, and an outcome that
 * is not given leaves the one that is kept. Its step and its start are those it had first.
 * @throws consent_required; consent_renewed; not_found; conflict when the id names an attempt at another step; too_many
 */
export async function saveAttempt(db: Database, userId: string, attempt: Attempt) {
  const { id, stepId } = attempt;
  const save = async (tx: Database) => {
    const [step] = await tx
      .select({ id: ladderSteps.id })
      .from(ladderSteps)
      .where(and(eq(ladderSteps.userId, userId), eq(ladderSteps.id, stepId)));
    if (!step) throw new AppError('not_found');
    const own = and(eq(ladderAttempts.userId, userId), eq(ladderAttempts.id, id));
    const [kept] = await tx.select().from(ladderAttempts).where(own);
    if (kept && kept.stepId !== stepId) throw new AppError('conflict');
    const { startedAt } = kept ?? attempt;
    const row = {
      ...before(attempt, kept),
      ...after(attempt, kept),
      userId,
      id,
      stepId,
      startedAt,
    };
    await tx
      .insert(ladderAttempts)
      .values(row)
      .onConflictDoUpdate({ target: [ladderAttempts.userId, ladderAttempts.id], set: row });
    const ofStep = and(eq(ladderAttempts.userId, userId), eq(ladderAttempts.stepId, stepId));
    if ((await tx.$count(ladderAttempts, ofStep)) > MOST_ATTEMPTS) throw new AppError('too_many');
  };
  await withConsent(db, userId, save, writtenUnder(attempt.writtenAt));
}

function before(attempt: Attempt, kept: AttemptRow | undefined) {
  const isOlder = kept && kept.beforeAt > attempt.writtenAt;
  const { setting, expected, sure, before: fear } = isOlder ? kept : attempt;
  return {
    ...{ setting, expected, sure, before: fear },
    beforeAt: isOlder ? kept.beforeAt : attempt.writtenAt,
  };
}

function after({ outcome, writtenAt }: Attempt, kept: AttemptRow | undefined) {
  if (!outcome || (kept?.afterAt && kept.afterAt > writtenAt)) return {};
  return { ...outcome, afterAt: writtenAt };
}
