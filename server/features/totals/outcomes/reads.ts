import { and, eq, inArray, like, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { programTexts } from '#server/features/programs/table.ts';
import type { Language } from '#shared/contract/fields.ts';
import { totals, totalWatermarks } from '../table.ts';

/** A sum of an outcome metric over closed groups: of all, an area or a program. */
export interface OutcomeSum {
  metric: string;
  key: string;
  value: number;
  people: number;
}

const METRICS = ['outcome_began', 'outcome_before', 'outcome_change', 'outcome_square'];

/** Returns the sums over all groups closed so far, by metric and key. */
export function listOutcomeSums(db: Database): Promise<OutcomeSum[]> {
  const { metric, key, value, people } = totals;
  return db
    .select({
      metric,
      key,
      value: sql<number>`sum(${value})::double precision`,
      people: sql<number>`sum(${people})::integer`,
    })
    .from(totals)
    .where(inArray(metric, METRICS))
    .groupBy(metric, key)
    .limit(1000);
}

/** Returns how many people the change of all was of after each day on which a group was closed, in the order of the days. */
export async function listRunningOutcomePeopleCounts(db: Database): Promise<number[]> {
  const { metric, key, day, people } = totals;
  const rows = await db
    .select({ size: sql<number>`(sum(${people}) over (order by ${day}))::integer` })
    .from(totals)
    .where(and(eq(metric, 'outcome_change'), eq(key, 'all')))
    .orderBy(day)
    .limit(10_000);
  return rows.map(({ size }) => size);
}

/** Returns the latest instant until which people's measurements are added up; null where no group is closed yet. */
export async function findOutcomesCountedUntil(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ until: totalWatermarks.until })
    .from(totalWatermarks)
    .where(like(totalWatermarks.name, 'outcome %'))
    .orderBy(sql`${totalWatermarks.until} desc`)
    .limit(1);
  return row?.until ?? null;
}

/** Returns the titles of programs in one language. */
export function listProgramTitles(db: Database, ids: readonly string[], language: Language) {
  return db
    .select({ id: programTexts.programId, title: programTexts.title })
    .from(programTexts)
    .where(and(inArray(programTexts.programId, [...ids]), eq(programTexts.language, language)))
    .limit(200);
}
