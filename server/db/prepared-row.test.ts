import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createPool, type Pool } from '#server/db/pool.ts';
import { createDatabase } from '#server/testing/database.ts';
import { prepareRow } from './prepared-row.ts';

let pool: Pool;
beforeAll(async () => {
  pool = await createDatabase({ max: 2 });
  await pool.sql`create table squares as select n, n * n as square from generate_series(0, 99) n`;
});
afterAll(() => pool.close());

/** Finds the square of a whole number below 100, and when the statement that found it began. */
function prepareSquare() {
  const fields = {
    square: sql<number>`square`,
    note: sql<string>`${sql.placeholder('note')}`,
    at: sql<string>`statement_timestamp()::text`,
  };
  const number = sql`${sql.placeholder('number')}::integer`;
  return prepareRow(
    pool.db,
    fields,
    pool.db
      .select(fields)
      .from(sql`squares`)
      .where(sql`n = ${number}`)
      .limit(1),
  );
}

it('calls at the same moment each get the row of their own values, or none', async () => {
  const find = prepareSquare();
  const call = fc.record({ number: fc.integer({ min: -9, max: 109 }), note: fc.string() });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 50 }), async (calls) => {
      const found = await Promise.all(
        calls.map(({ number, note }) => find({ number: String(number), note })),
      );
      const expected = calls.map(({ number, note }) =>
        number >= 0 && number < 100 ? { square: number ** 2, note } : null,
      );
      expect(found.map((row) => row && { square: row.square, note: row.note })).toEqual(expected);
    }),
  );
});

it('calls that come while two statements are under way share the next', async () => {
  const find = prepareSquare();
  const calls = Array.from({ length: 18 }, (_, n) => find({ number: String(n), note: '' }));
  const began = (await Promise.all(calls)).map((row) => row?.at);
  expect(new Set(began.slice(2)).size).toBe(1);
  expect(new Set(began).size).toBe(3);
});

it('a call whose values the database refuses fails alone', async () => {
  const find = prepareSquare();
  const calls = Array.from({ length: 9 }, (_, n) =>
    find({ number: n === 5 ? 'five' : String(n), note: '' }),
  );
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([5]);
  expect(await find({ number: '7', note: '' })).toMatchObject({ square: 49 });
});

it('calls fail with the connection, and later ones are answered', async () => {
  const find = prepareSquare();
  const other = createPool(pool.url, { max: 1 });
  onTestFinished(() => other.close());
  const calls = await other.db.transaction(async (tx) => {
    await tx.execute(sql`lock table squares`);
    const stuck = Array.from({ length: 9 }, (_, n) => find({ number: String(n), note: '' }));
    const outcomes = Promise.allSettled(stuck);
    const others = sql`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await other.db.execute(others)).length).toBe(2);
    await other.db.execute(sql`select pg_terminate_backend(pid, 5000) from (${others})`);
    return { outcomes };
  });
  expect((await calls.outcomes).slice(0, 2).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  await expect
    .poll(() => find({ number: '3', note: '' }).catch(() => null))
    .toMatchObject({ square: 9 });
});
