import { and, asc, eq, getTableColumns, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { healthConsents } from '#server/features/assessment/table.ts';
import { ladderAttempts, ladderOrders, ladderSteps } from './table.ts';

/**
 * Returns `{ steps }`: a person's ladder in their order, each step with its attempts, the oldest first. Empty without
 * consent to health data.
 */
export async function readLadder(db: Database, userId: string) {
  const [steps, [order], attempts] = await Promise.all([
    db
      .select(getTableColumns(ladderSteps))
      .from(ladderSteps)
      .innerJoin(healthConsents, eq(healthConsents.userId, ladderSteps.userId))
      .where(and(eq(ladderSteps.userId, userId), isNotNull(ladderSteps.addedAt)))
      .orderBy(asc(ladderSteps.addedAt), asc(ladderSteps.position), asc(ladderSteps.id)),
    db.select().from(ladderOrders).where(eq(ladderOrders.userId, userId)),
    db
      .select(getTableColumns(ladderAttempts))
      .from(ladderAttempts)
      .where(eq(ladderAttempts.userId, userId))
      .orderBy(asc(ladderAttempts.startedAt), asc(ladderAttempts.id)),
  ]);
  const positions = new Map(order?.stepIds.map((id, place) => [id, place]));
  const getPosition = ({ id }: { id: string }) => positions.get(id) ?? positions.size;
  return {
    steps: steps
      .toSorted((a, b) => getPosition(a) - getPosition(b))
      .flatMap(({ id, added, changed }) => {
        const content = changed ?? added;
        const own = attempts.filter(({ stepId }) => stepId === id).map(toAttemptReply);
        return content ? [{ id, ...content, attempts: own }] : [];
      }),
  };
}

function toAttemptReply(row: typeof ladderAttempts.$inferSelect) {
  const { id, stepId, startedAt, setting, expected, sure, before } = row;
  const { highest, after, happened, learned } = row;
  const outcome =
    highest === null || after === null || happened === null || learned === null
      ? null
      : { highest, after, happened, learned, ...(row.rehearsal && { rehearsal: row.rehearsal }) };
  const begun = { id, stepId, startedAt: startedAt.toISOString(), setting, expected, sure, before };
  return { ...begun, outcome };
}
