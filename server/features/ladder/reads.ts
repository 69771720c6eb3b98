import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { healthConsents } from '#server/features/assessment/table.ts';
import { ladderAttempts, ladderSteps } from './table.ts';

/** The ladder with its attempts, the oldest first. Without consent there is none to read. */
export async function findLadder(db: Database, userId: string) {
  const [steps, attempts] = await Promise.all([
    db
      .select(getTableColumns(ladderSteps))
      .from(ladderSteps)
      .innerJoin(healthConsents, eq(healthConsents.userId, ladderSteps.userId))
      .where(eq(ladderSteps.userId, userId))
      .orderBy(asc(ladderSteps.position), asc(ladderSteps.id)),
    db
      .select(getTableColumns(ladderAttempts))
      .from(ladderAttempts)
      .where(eq(ladderAttempts.userId, userId))
      .orderBy(asc(ladderAttempts.startedAt), asc(ladderAttempts.id)),
  ]);
  return {
    steps: steps.map(({ id, area, material, words }) => ({
      id,
      area,
      material,
      words,
      attempts: attempts.filter(({ stepId }) => stepId === id).map(wireAttempt),
    })),
  };
}

function wireAttempt(row: typeof ladderAttempts.$inferSelect) {
  const { id, stepId, startedAt, setting, expected, sure, before } = row;
  const { highest, after, happened, learned } = row;
  const outcome =
    highest === null || after === null || happened === null || learned === null
      ? null
      : { highest, after, happened, learned };
  const begun = { id, stepId, startedAt: startedAt.toISOString(), setting, expected, sure, before };
  return { ...begun, outcome };
}
