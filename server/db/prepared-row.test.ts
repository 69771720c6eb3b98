import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createPool, type DrizzlePool, type Pool, type PoolOptions } from '#server/db/pool.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { prepareBatchedRowQuery } from './prepared-row.ts';

/** The lock for which a call waits whose note is `held`. */
const LOCK = 7;

let database: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    'create table squares as select n, n * n as square from generate_series(0, 99) n',
  );
});
afterAll(() => database.close());

/** Opens a pool, and prepares a query that finds the square of a whole number below 100. */
function prepareSquare(options: PoolOptions = {}) {
  const pool = createPool(database.url, { max: 2, ...options });
  onTestFinished(() => pool.close());
  const note = sql`${sql.placeholder('note')}`;
  const fields = {
    square: sql<number>`square`,
    note: sql<string>`${note}`,
    held: sql<string>`case when ${note} = 'held' then pg_advisory_xact_lock_shared(${sql.raw(String(LOCK))}) end`,
  };
  const number = sql`${sql.placeholder('number')}::integer`;
  const query = pool.db
    .select(fields)
    .from(sql`squares`)
    .where(sql`n = ${number}`)
    .limit(1);
  const find = prepareBatchedRowQuery(pool.db, fields, query);
  const client = (pool.db as unknown as { $client: DrizzlePool }).$client;
  const statements = vi.spyOn(client, 'query');
  return {
    find: (number: number | string, note = '') => find({ number: String(number), note }),
    countCalls: () =>
      statements.mock.calls.map(
        ([, parameters]) => (JSON.parse(parameters?.[0] as string) as unknown[]).length,
      ),
    prepared: find,
  };
}

/** Keeps calls whose note is `held` waiting during `work`. */
const hold = <Result>(work: () => Promise<Result>) =>
  database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(LOCK))})`);
    return work();
  });

const squares = (count: number) => Array.from({ length: count }, (_, n) => n ** 2);

it('calls at the same moment each get the row of their own values, or none', async () => {
  const { find } = prepareSquare();
  const note = fc.string({ unit: 'grapheme' });
  const call = fc.record({ number: fc.integer({ min: -9, max: 109 }), note });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 50 }), async (calls) => {
      const found = await Promise.all(calls.map((one) => find(one.number, one.note)));
      const expected = calls.map((one) =>
        one.number >= 0 && one.number < 100 ? { square: one.number ** 2, note: one.note } : null,
      );
      expect(found.map((row) => row && { square: row.square, note: row.note })).toEqual(expected);
    }),
  );
});

it('calls that come while two statements are under way share the next ones, sixteen each', async () => {
  const { find, countCalls } = prepareSquare();
  const found = await Promise.all(squares(40).map((_, n) => find(n)));
  expect(found.map((row) => row?.square)).toEqual(squares(40));
  expect(countCalls()).toEqual([1, 1, 16, 16, 6]);
});

it('calls do not wait for slow ones while there is another connection', async () => {
  const { find } = prepareSquare({ max: 3 });
  const slow = await hold(async () => {
    const held = Promise.all([find(1, 'held'), find(2, 'held')]);
    const found = await Promise.all(squares(20).map((_, n) => find(n)));
    expect(found.map((row) => row?.square)).toEqual(squares(20));
    return { held };
  });
  expect((await slow.held).map((row) => row?.square)).toEqual([1, 4]);
});

it('a call fails alone that the database refuses for its values, or that takes too long', async () => {
  const { find } = prepareSquare({ statementTimeoutMs: 1500 });
  const outcomes = await hold(() =>
    Promise.allSettled(squares(9).map((_, n) => find(n === 5 ? 'five' : n, n === 7 ? 'held' : ''))),
  );
  const refused = outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  expect(refused).toEqual([5, 7]);
  expect(await find(7)).toMatchObject({ square: 49 });
});

it('a call without a value for a placeholder is a mistake', () => {
  const { prepared } = prepareSquare();
  expect(() => prepared({ number: '1' })).toThrow('The placeholder note has no value');
});

it('calls fail with their connection, and later ones are answered', async () => {
  const { find } = prepareSquare();
  const lost = await hold(async () => {
    const outcomes = Promise.allSettled(squares(9).map((_, n) => find(n, 'held')));
    const waiting = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await database.db.execute(waiting)).rows.length).toBe(2);
    await database.db.execute(
      sql`select pg_terminate_backend(pid, 5000) from (${waiting}) waiting`,
    );
    return { outcomes };
  });
  const [first, second] = await lost.outcomes;
  expect([first?.status, second?.status]).toEqual(['rejected', 'rejected']);
  await expect.poll(() => find(3).catch(() => null)).toMatchObject({ square: 9 });
});
