import { eq, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/pool.ts';
import { AppError } from '#server/http/errors.ts';

/**
 * The most rows that one person may have, by table: more than decades of honest use produce, so that abuse slows down
 * no one else. The rows of what was removed count too. Tables with a limit of their own (flights, sign-in sessions)
 * check it where they are written.
 */
export const MAX_ROWS_PER_PERSON = {
  listens: 60_000,
  self_ratings: 60_000,
  practices: 50_000,
  sound_practices: 20_000,
  program_events: 20_000,
  check_ins: 5_000,
  ladder_steps: 2_000,
  ladder_attempts: 8_000,
  flight_records: 2_000,
  assessments: 5_000,
  feedback: 2_000,
  cookie_decisions: 5_000,
  checkouts: 5_000,
  idempotency_keys: 60_000,
} as const satisfies Record<string, number>;

/**
 * Refuses when a person has more than MAX_ROWS_PER_PERSON rows in a table; call it in the transaction that added a row. Reads at
 * most that many entries of an index.
 * @throws {AppError} too_many
 */
export async function assertRowCapNotExceeded(
  tx: Database,
  table: PgTable & { userId: PgColumn },
  userId: string,
): Promise<void> {
  const max = MAX_ROWS_PER_PERSON[getTableName(table) as keyof typeof MAX_ROWS_PER_PERSON];
  const [beyond] = await tx
    .select({ userId: table.userId })
    .from<PgTable>(table)
    .where(eq(table.userId, userId))
    .offset(max)
    .limit(1);
  if (beyond) throw new AppError('too_many');
}
