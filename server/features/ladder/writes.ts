import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { withConsent } from '#server/features/assessment/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { MOST_STEPS } from '#shared/rules/ladder.ts';
import { ladderAttempts, ladderSteps } from './table.ts';

type Step = Omit<typeof ladderSteps.$inferInsert, 'userId' | 'position'>;
type Attempt = Omit<typeof ladderAttempts.$inferInsert, 'userId'>;

/** So many attempts of one step are kept: far more than anybody makes, and a bound for the list. */
const MOST_ATTEMPTS = 200;

/**
 * Keeps the steps in the order given. What another device added meanwhile stays, after them: only what
 * is named as removed goes, with its attempts. @throws consent_required; too_many
 */
export async function saveLadder(db: Database, userId: string, steps: Step[], removed: string[]) {
  await withConsent(db, userId, async (tx) => {
    const own = eq(ladderSteps.userId, userId);
    if (removed.length > 0)
      await tx.delete(ladderSteps).where(and(own, inArray(ladderSteps.id, removed)));
    const kept = steps.filter(({ id }) => !removed.includes(id));
    const ids = kept.map(({ id }) => id);
    if (ids.length > 0) {
      await tx
        .update(ladderSteps)
        .set({ position: sql`${ladderSteps.position} + ${MOST_STEPS}` })
        .where(and(own, notInArray(ladderSteps.id, ids)));
      await tx
        .insert(ladderSteps)
        .values(kept.map((step, position) => ({ ...step, userId, position })))
        .onConflictDoUpdate({
          target: [ladderSteps.userId, ladderSteps.id],
          set: {
            position: sql`excluded.position`,
            area: sql`excluded.area`,
            material: sql`excluded.material`,
            words: sql`excluded.words`,
          },
        });
    }
    if ((await tx.$count(ladderSteps, own)) > MOST_STEPS) throw new AppError('too_many');
  });
}

const outcomeKept = Object.fromEntries(
  (['highest', 'after', 'happened', 'learned'] as const).map((name) => [
    name,
    sql`coalesce(excluded.${sql.identifier(name)}, ${ladderAttempts[name]})`,
  ]),
);

/**
 * Keeps an attempt; sent again, it takes its own place. Its beginning, arriving after its outcome,
 * leaves the outcome. @throws consent_required; not_found; too_many
 */
export async function saveAttempt(db: Database, userId: string, attempt: Attempt) {
  await withConsent(db, userId, async (tx) => {
    const [step] = await tx
      .select({ id: ladderSteps.id })
      .from(ladderSteps)
      .where(and(eq(ladderSteps.userId, userId), eq(ladderSteps.id, attempt.stepId)));
    if (!step) throw new AppError('not_found');
    const { id: _, ...values } = attempt;
    await tx
      .insert(ladderAttempts)
      .values({ ...attempt, userId })
      .onConflictDoUpdate({
        target: [ladderAttempts.userId, ladderAttempts.id],
        set: { ...values, ...outcomeKept },
      });
    const ofStep = and(
      eq(ladderAttempts.userId, userId),
      eq(ladderAttempts.stepId, attempt.stepId),
    );
    if ((await tx.$count(ladderAttempts, ofStep)) > MOST_ATTEMPTS) throw new AppError('too_many');
  });
}
