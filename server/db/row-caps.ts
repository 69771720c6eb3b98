import { eq, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/pool.ts';
import { AppError } from '#server/http/errors.ts';

/**
 * The most rows that one person may have in a table to which their writes add, by its name: more than decades of honest use
 * bring, so that whoever writes without end slows down neither their own export nor anybody else. What has a limit
 * of its own (flights, steps, sign-in sessions and so on) has it where it is written.
 */
export const MAX_ROWS = {
  listens: 60_000,
  practices: 50_000,
  program_events: 20_000,
  check_ins: 5_000,
  assessments: 5_000,
  feedback: 2_000,
  cookie_decisions: 5_000,
  checkouts: 5_000,
  idempotency_keys: 60_000,
} as const satisfies Record<string, number>;

/**
 * Refuses where a person has more rows in a table than MAX_ROWS; called in the transaction that has added one. Reads an
 * index up to the limit and no further.
 * @throws {AppError} `too_many`
 */
export async function assertRoom(
  tx: Database,
  table: PgTable & { userId: PgColumn },
  userId: string,
): Promise<void> {
  const max = MAX_ROWS[getTableName(table) as keyof typeof MAX_ROWS];
  const [beyond] = await tx
    .select({ userId: table.userId })
    .from<PgTable>(table)
    .where(eq(table.userId, userId))
    .offset(max)
    .limit(1);
  if (beyond) throw new AppError('too_many');
}
