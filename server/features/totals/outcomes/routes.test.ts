import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { createLog } from '#server/log.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { refreshTotals } from '../writes.ts';

const NOW = '2026-03-11T12:00:00.000Z';
const FIRST = '2026-01-10T10:00:00Z';
const LATER = '2026-03-11T14:00:00.000Z';
const SECOND = '2026-02-20T10:00:00Z';
const lines: string[] = [];
let test: TestApp;
let admin: TestPerson;
let programId: string;
beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(line) };
  test = await createTestApp({ clock: NOW, log: createLog({ level: 'trace', stream }) });
  await importLibraryAndUpdateSearchIndex(
    test.db,
    await createContentFolder([{ slug: 'one' }], [{ slug: 'steps', lessons: ['one'] }]),
  );
  admin = await test.createPerson({ state: 'admin' });
  const { rows } = await test.db.execute<{ id: string }>(sql`select id from programs`);
  programId = rows[0]?.id ?? '';
});
beforeEach(async () => {
  test.clock.set(NOW);
  await test.db.execute(sql`delete from users where provider = 'crowd'`);
  await test.db.execute(sql`truncate totals, total_marks, assessments`);
  await test.db.execute(sql`
    insert into users (id, provider, subject, email, name, sign_up_method, preferred_language, created_at, onboarding_complete)
    select gen_random_uuid(), 'crowd', n::text, n || '@example.net', 'Ada', 'email', 'en', '2026-01-05T10:00:00Z', true
    from generate_series(1, 20) n`);
  await test.db.execute(sql`insert into health_consents (user_id, version, given_at)
    select id, case when subject = '20' then '2026-11' else '2026-12' end, ${FIRST} from users where provider = 'crowd'`);
});
afterAll(() => test.close());

/** Has a person answer every area alike. */
const assess = (person: number, answer: number, at: string) =>
  test.db.execute(sql`
    insert into assessments (id, user_id, answers, completed_at)
    select gen_random_uuid(), id, ${JSON.stringify(
      Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, answer])),
    )}::jsonb, ${at} from users where provider = 'crowd' and subject = ${String(person)}`);
const practise = (person: number, at: string) =>
  test.db.execute(sql`
    insert into program_events (user_id, id, program_id, lesson_id, type, at, received_at)
    select u.id, gen_random_uuid(), program_id, l.id, 'lesson_completed', ${at}, ${at}
    from users u, lessons l where provider = 'crowd' and subject = ${String(person)} and program_id = ${programId}`);
const refresh = () => refreshTotals(test.db, { now: test.clock(), livemode: false });
const read = async () => (await admin.call('GET /api/admin/outcomes')).body;
/** Answers of people, the first time and, where they came back, the second. */
async function measure(
  pairs: readonly (readonly [number, number?])[],
  { from = 1, first = FIRST, second = SECOND } = {},
): Promise<void> {
  for (const [index, [before, after]] of pairs.entries()) {
    await assess(from + index, before, first);
    if (after !== undefined) await assess(from + index, after, second);
  }
}

const repeat = (people: number, answers: readonly [number, number?]) =>
  Array.from({ length: people }, () => answers);

describe('the outcomes', () => {
  it('tell how many measured themselves twice, how many did not, and the change with its interval', async () => {
    await measure([[8, 4], [8, 5], [7, 5], [6, 5], [6, 6], [9], [9], [9], [9], [9]]);
    await refresh();
    const { began, again, left, overall, areas, programs, lastDay } = await read();
    expect({ began, again, left }).toEqual({ began: 10, again: 5, left: 5 });
    expect(lastDay).toBe('2026-03-10');
    expect(overall).toMatchObject({ people: 5, before: 7, after: 5, change: -2 });
    expect(overall?.low).toBeCloseTo(-3.963, 2);
    expect(overall?.high).toBeCloseTo(-0.037, 2);
    expect(areas.map(({ area }) => area)).toEqual(FEAR_AREAS.map(({ key }) => key));
    expect(areas[0]).toMatchObject({ people: 5, before: 7, after: 5 });
    expect(programs).toEqual([]);
  });

  it('tell nothing of fewer than five, nor of the rest where that is so few', async () => {
    const nothing = { began: null, again: null, left: null, overall: null, areas: [] };
    expect(await read()).toMatchObject(nothing);
    await measure([
      [8, 4],
      [8, 4],
      [8, 4],
      [8, 4],
    ]);
    await refresh();
    expect(await read()).toMatchObject(nothing);
    await measure([[8, 4], [8, 4], [8]], { from: 5, first: NOW, second: LATER });
    test.clock.advance(86_400_000);
    await refresh();
    expect(await read()).toMatchObject({ began: null, again: 6, left: null });
  });

  it('change by five people or more from one reading to the next, and by nobody who leaves', async () => {
    await measure(repeat(5, [8, 4]));
    await refresh();
    const before = await read();
    await test.db.execute(sql`delete from users where provider = 'crowd' and subject = '1'`);
    await measure(repeat(4, [10, 0]), { from: 6, first: NOW, second: LATER });
    test.clock.advance(86_400_000);
    await refresh();
    expect({ ...(await read()), lastDay: null }).toEqual({ ...before, lastDay: null });
    const own = { from: 10, first: '2026-03-12T13:00:00Z', second: '2026-03-12T14:00:00Z' };
    await measure([[10, 0]], own);
    test.clock.advance(86_400_000);
    await refresh();
    const after = await read();
    expect(after.overall).toMatchObject({ people: 10, before: 9, after: 2 });
    // A third measurement belongs to no pair.
    for (let person = 6; person <= 10; person += 1)
      await assess(person, 10, '2026-03-13T10:00:00Z');
    test.clock.advance(86_400_000);
    await refresh();
    expect((await read()).overall).toEqual(after.overall);
  });

  it('are told by program of those who went through a lesson between the two', async () => {
    await measure([...repeat(6, [8, 4]), ...repeat(6, [8])]);
    for (let person = 1; person <= 11; person += 1) await practise(person, '2026-01-20T10:00:00Z');
    await practise(12, '2026-01-01T10:00:00Z');
    await refresh();
    const { programs, began } = await read();
    expect(began).toBe(12);
    expect(programs).toMatchObject([
      {
        id: programId,
        title: 'steps en',
        began: 11,
        again: 6,
        left: 5,
        overall: { people: 6, change: -4 },
      },
    ]);
  });

  it('are not told of a program where the few who did not practise it could be worked out, now or then', async () => {
    await measure([...repeat(7, [8, 4]), ...repeat(3, [8, 7])]);
    for (let person = 1; person <= 7; person += 1) await practise(person, '2026-01-20T10:00:00Z');
    await refresh();
    const hidden = [{ id: programId, again: 7, overall: null }];
    expect((await read()).programs).toMatchObject(hidden);
    await measure(repeat(5, [8, 4]), { from: 11, first: NOW, second: LATER });
    test.clock.advance(86_400_000);
    await refresh();
    const later = await read();
    expect(later.overall?.people).toBe(15);
    expect(later.programs).toMatchObject(hidden);
  });

  it('are of the same people as the change in the overview, whoever answers since midnight', async () => {
    await measure(repeat(5, [8, 4]));
    await measure([[10, 0]], { from: 6, first: FIRST, second: '2026-03-11T00:05:00Z' });
    await refresh();
    const { body } = await admin.call('GET /api/admin/overview', {
      query: { from: '2026-03-02', to: '2026-03-11' },
    });
    expect(body.fear?.people).toBe(5);
    expect((await read()).overall?.people).toBe(5);
  });

  it('are those of a count by hand, of any answers', async () => {
    const score = fc.integer({ min: 0, max: 10 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(score, score), { minLength: 5, maxLength: 19 }),
        async (pairs) => {
          await test.db.execute(sql`delete from assessments`);
          await test.db.execute(sql`truncate totals, total_marks`);
          await measure(pairs);
          await refresh();
          const { overall } = await read();
          const change = pairs.map(([before, after]) => after - before);
          const mean = change.reduce((sum, one) => sum + one, 0) / pairs.length;
          const spread = change.reduce((sum, one) => sum + (one - mean) ** 2, 0);
          expect(overall?.change).toBeCloseTo(mean, 6);
          const half = ((overall?.high ?? 0) - (overall?.low ?? 0)) / 2;
          const error = Math.sqrt(spread / (pairs.length - 1) / pairs.length);
          // Student's t lies between the normal distribution's 1.96 and 2.777 of five people.
          expect(half).toBeGreaterThanOrEqual(1.959 * error - 1e-6);
          expect(half).toBeLessThanOrEqual(2.777 * error + 1e-6);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('count nobody who agreed to a text that did not say so', async () => {
    await measure(repeat(6, [8, 4]));
    await measure([[10, 0]], { from: 20 });
    await refresh();
    expect(await read()).toMatchObject({ began: 6, overall: { people: 6, before: 8, after: 4 } });
  });

  it('leave no answer in the log', async () => {
    lines.length = 0;
    await measure(repeat(5, [8, 4]));
    await refresh();
    await read();
    expect(lines.join('')).not.toMatch(/fear_heights|answers|overall|before/u);
  });
});
