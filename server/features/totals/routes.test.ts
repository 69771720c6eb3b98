import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { recordLandingView, saveLandingViews } from './funnel/writes.ts';
import { saveIncomePayments } from './income/writes.ts';
import { refreshPresentStateTotals, refreshTotals } from './writes.ts';

const NOW = '2026-03-11T12:00:00.000Z';
let test: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  test = await createTestApp({ clock: NOW });
  await importLibraryAndUpdateSearchIndex(
    test.db,
    await createContentFolder([{ slug: 'one' }, { slug: 'two' }]),
  );
  admin = await test.createPerson({ state: 'admin' });
});
beforeEach(async () => {
  test.clock.set(NOW);
  await test.db.execute(sql`delete from users where provider = 'crowd'`);
  await test.db.execute(sql`truncate totals, total_marks, income`);
  await test.db.execute(sql`update users set created_at = '2026-01-05T00:00:00Z'`);
});
afterAll(() => test.close());

async function addCrowd(size: number, joinedOn: string, name: string = joinedOn): Promise<void> {
  await test.db.execute(sql`
    insert into users (id, provider, subject, email, name, sign_up_method, preferred_language, created_at, onboarding_complete)
    select gen_random_uuid(), 'crowd', ${name} || n, n || '@example.net', ${name}, 'email', 'en', ${`${joinedOn}T10:00:00Z`}::timestamptz, true
    from generate_series(1, ${size}::integer) n`);
}
/** Has the first people of a crowd listen to a session on a day, and finish it or not. */
async function listen(name: string, listeners: number, day: string, finished = true) {
  const at = `${day}T11:00:00Z`;
  await test.db.execute(sql`
    insert into listens (user_id, id, content_id, started_at, ended_at, position_ms, listened_ms, completed, time_zone, received_at)
    select id, gen_random_uuid(), (select min(id::text)::uuid from contents), ${at}, ${at}, 1, 1, ${finished}, 'Europe/Paris', ${at}
    from (select id from users where name = ${name} order by subject limit ${listeners}) listener`);
  await test.db.execute(sql`
    insert into practice_days (user_id, day, time_zone, first_at, last_at)
    select id, ${day}, 'Europe/Paris', ${at}, ${at}
    from (select id from users where name = ${name} order by subject limit ${listeners}) listener on conflict do nothing`);
}
/** Answers the assessment for the first people of a crowd. */
async function assess(name: string, people: number, intensity: number, at: string) {
  await test.db.execute(sql`
    insert into health_consents (user_id, version, given_at)
    select id, '2026-12', ${at} from users where name = ${name} on conflict do nothing`);
  await test.db.execute(sql`
    insert into assessments (id, user_id, answers, completed_at)
    select gen_random_uuid(), id, ${JSON.stringify({ fear_heights: intensity })}::jsonb, ${at}
    from (select id from users where name = ${name} order by subject limit ${people}) person`);
}
const refresh = () => refreshTotals(test.db, { now: test.clock(), livemode: false });
const read = async (from = '2026-02-16', to = '2026-03-11') =>
  (await admin.call('GET /api/admin/overview', { query: { from, to } })).body;
const readWeek = async (week: string) => (await read()).weeks.find((one) => one.week === week);

it('counts what exists and what was paid between, and leaves what people did to the next time', async () => {
  await refresh();
  await addCrowd(3, '2026-03-10');
  test.clock.advance(60_000);
  const moment = { now: test.clock(), livemode: false };
  await refreshPresentStateTotals(test.db, moment);
  const { weeks, addedUpAt, funnel } = await read();
  expect(weeks.at(-1)?.people).toBe(4);
  expect(addedUpAt).toBe(moment.now.toISOString());
  expect(funnel.find(({ step }) => step === 'joined')?.count).toBe(0);
});

it('counts what people did also where what exists is counted in the same moment', async () => {
  await refresh();
  test.clock.advance(600_000);
  const moment = { now: test.clock(), livemode: false };
  await Promise.all([refreshPresentStateTotals(test.db, moment), refreshTotals(test.db, moment)]);
  const { rows } = await test.db.execute<{ until: string }>(
    sql`select until from total_marks where name = 'days'`,
  );
  expect(new Date(rows[0]?.until ?? 0)).toEqual(moment.now);
});

describe('the overview', () => {
  it('tells how many people there were at the end of each week, and are now', async () => {
    await addCrowd(3, '2026-02-18');
    await addCrowd(4, '2026-03-03');
    await refresh();
    const { weeks, addedUpAt } = await read();
    expect(weeks.map(({ week, people }) => [week, people])).toEqual([
      ['2026-02-16', 4],
      ['2026-02-23', 4],
      ['2026-03-02', 8],
      ['2026-03-09', 8],
    ]);
    expect(addedUpAt).toBe(NOW);
  });

  it('tells what at least five people did in a week that is over, and nothing of fewer', async () => {
    await addCrowd(6, '2026-02-18', 'ada');
    await listen('ada', 6, '2026-02-24');
    await listen('ada', 5, '2026-02-25', false);
    await listen('ada', 4, '2026-03-03');
    await listen('ada', 6, '2026-03-10');
    await refresh();
    expect(await readWeek('2026-02-23')).toMatchObject({ played: 11, finished: 6 });
    expect(await readWeek('2026-03-02')).toMatchObject({ played: null, finished: null });
    expect(await readWeek('2026-03-09')).toMatchObject({ played: null, finished: null });
    expect(await readWeek('2026-02-16')).toMatchObject({ played: 0, finished: 0 });
    // Ranges that differ by days are of the same weeks, so that no day can be told from their difference.
    const { weeks, cohorts } = await read('2026-02-16', '2026-03-08');
    for (const [from, to] of [
      ['2026-02-16', '2026-03-07'],
      ['2026-02-17', '2026-03-08'],
      ['2026-02-22', '2026-03-02'],
    ] as const)
      expect(await read(from, to)).toMatchObject({ weeks, cohorts });
  });

  it('hides how many sessions were finished where few left one, for the difference would tell', async () => {
    await addCrowd(6, '2026-02-18', 'ada');
    await listen('ada', 6, '2026-02-24');
    await listen('ada', 1, '2026-02-25', false);
    await listen('ada', 6, '2026-03-03');
    // Five that one person left are no fewer than five, and still of one.
    for (const day of ['16', '17', '18', '19', '20'])
      await listen('ada', 1, `2026-02-${day}`, false);
    await listen('ada', 6, '2026-02-21');
    await refresh();
    expect(await readWeek('2026-02-23')).toMatchObject({ played: 7, finished: null });
    expect(await readWeek('2026-02-16')).toMatchObject({ played: 11, finished: null });
    expect(await readWeek('2026-03-02')).toMatchObject({ played: 6, finished: 6 });
    // Added up before what was left was counted: their number stands for the people.
    await test.db.execute(sql`delete from totals where metric = 'left'`);
    expect(await readWeek('2026-02-23')).toMatchObject({ played: 7, finished: null });
  });

  it('adds a week up once more when it is over, and then never again, whoever leaves', async () => {
    await addCrowd(6, '2026-02-18', 'ada');
    await refresh();
    await listen('ada', 5, '2026-03-12');
    await listen('ada', 6, '2026-03-15');
    test.clock.set('2026-03-16T00:10:00.000Z');
    await refresh();
    expect(await readWeek('2026-03-09')).toBeDefined();
    const week = async () => (await read('2026-03-09', '2026-03-09')).weeks[0];
    expect(await week()).toMatchObject({ played: 11 });
    await test.db.execute(sql`delete from users where subject = 'ada1'`);
    await refresh();
    expect(await week()).toMatchObject({ played: 11 });
  });

  it('tells who came back, unless those who did or did not are few', async () => {
    await addCrowd(12, '2026-02-17', 'ada');
    await addCrowd(4, '2026-02-25', 'few');
    await listen('ada', 6, '2026-02-24');
    await listen('ada', 9, '2026-03-04');
    await refresh();
    const { cohorts } = await read();
    expect(cohorts).toEqual([
      { week: '2026-02-16', people: 12, returned: [6, null] },
      { week: '2026-02-23', people: null, returned: [null] },
      { week: '2026-03-02', people: 0, returned: [] },
    ]);
  });

  it('tells how the fear of those changed who were asked twice, in groups of five at least', async () => {
    await addCrowd(9, '2026-02-17', 'ada');
    await assess('ada', 9, 8, '2026-02-18T00:00:00Z');
    await assess('ada', 4, 4, '2026-03-02T00:00:00Z');
    await refresh();
    expect((await read()).fear).toBeNull();
    test.clock.advance(86_400_000);
    await assess('ada', 5, 4, '2026-03-11T20:00:00Z');
    await refresh();
    const fear = { people: 5, areas: [{ area: 'fear_heights', before: 8, after: 4 }] };
    expect((await read()).fear).toEqual(fear);
    test.clock.advance(86_400_000);
    await assess('ada', 9, 0, '2026-03-12T20:00:00Z');
    await refresh();
    expect((await read()).fear).toEqual(fear);
  });

  it('adds up each payment once, less what was given back of it, whenever that was', async () => {
    await addCrowd(1, '2026-02-17', 'ada');
    await test.db.execute(sql`
      insert into passes (id, user_id, tier, source, starts_at, plan, status, period_start, currency, payment_ref, paid_minor)
      select gen_random_uuid(), id, 'premium', 'subscription', '2026-02-17', 'monthly', 'live', '2026-02-17', 'EUR', 'pay_1', 1499
      from users where name = 'ada'`);
    const first = {
      id: 'pay_1',
      at: new Date('2026-02-17'),
      currency: 'EUR' as const,
      amountMinor: 1499,
    };
    const second = { ...first, id: 'pay_2', at: new Date('2026-03-10') };
    const nothing = { refundedMinor: 0, disputedMinor: 0 };
    await saveIncomePayments(test.db, false, [{ ...first, ...nothing }]);
    await refresh();
    await saveIncomePayments(test.db, false, [
      { ...first, ...nothing, disputedMinor: 1499 },
      { ...second, ...nothing, refundedMinor: 400 },
    ]);
    await refresh();
    // The bank decided for the operator; of another payment it took what had been given back before.
    const third = { ...second, id: 'pay_3', refundedMinor: 1499, disputedMinor: 1499 };
    await saveIncomePayments(test.db, false, [{ ...first, ...nothing }, third]);
    await refresh();
    const { weeks } = await read();
    expect(weeks.map(({ revenue }) => revenue.map(({ amountMinor }) => amountMinor))).toEqual([
      [1499],
      [],
      [],
      [1099 - 1499],
    ]);
    // What was given back is a line of its own, by the week of the payment.
    expect(weeks.map(({ refunded }) => refunded.map(({ amountMinor }) => amountMinor))).toEqual([
      ...[[], [], []],
      [400 + 2998],
    ]);
    expect(weeks.at(-1)?.passes).toContainEqual({ plan: 'monthly', people: null });
    await test.db.execute(sql`update passes set status = 'past_due' where payment_ref = 'pay_1'`);
    await refresh();
    expect((await read()).recurring.failing).toBe(1);
  });

  it('tells how many fly, what waits to be read or answered, and how much is stored', async () => {
    await addCrowd(5, '2026-02-17', 'ada');
    await test.db.execute(sql`
      insert into flights (id, user_id, departs_on, time_zone)
      select gen_random_uuid(), id, '2026-03-19', 'Europe/Paris' from users where name = 'ada'`);
    // Five questions, of which two were answered.
    await test.db.execute(sql`
      insert into support_questions (id, user_id, waiting_since, last_message_at)
      select gen_random_uuid(), id,
        case when n > 2 then '2026-03-10T08:00Z'::timestamptz + n * interval '1 hour' end, '2026-03-10T08:00Z'
      from (select id, row_number() over () as n from users where name = 'ada') asked`);
    await test.db.execute(sql`
      insert into media_files (name, bytes, created_at) values ('a.mp3', 3000000000, now()), ('b.png', 5, now())`);
    await refresh();
    const overview = await read();
    expect(overview.flights.slice(0, 3)).toEqual([0, 5, 0]);
    expect(overview.inboxes).toEqual({
      messages: 0,
      waitlist: 0,
      questions: 3,
      oldestQuestionAt: '2026-03-10T11:00:00.000Z',
    });
    expect(overview.storage.mediaBytes).toBe(3_000_000_005);
    expect(overview.storage.databaseBytes).toBeGreaterThan(1_000_000);
    expect(overview.jobs.failed).toBe(0);
  });

  it('is refused a range that ends before it begins, or is longer than a year', async () => {
    const ask = async (from: string, to: string) =>
      (await admin.call('GET /api/admin/overview', { query: { from, to } })).body.error?.code;
    expect(await ask('2026-03-11', '2026-03-10')).toBe('invalid_input');
    expect(await ask('2024-03-10', '2026-03-11')).toBe('invalid_input');
  });

  it('tells how far those came who joined in these weeks, and nothing of fewer than five in what is their own', async () => {
    await addCrowd(6, '2026-02-18', 'ada');
    await addCrowd(4, '2026-02-25', 'grace');
    await listen('ada', 5, '2026-02-24');
    await listen('grace', 3, '2026-03-03');
    await test.db.execute(sql`
      update users set last_active_at = created_at + case name when 'ada' then 30 else 29 end * interval '1 day'
      where provider = 'crowd'`);
    await refresh();
    const readFunnel = async () =>
      Object.fromEntries((await read()).funnel.map(({ step, count }) => [step, count]));
    expect(await readFunnel()).toEqual({
      landing: 0,
      joined: 10,
      onboarded: 10,
      checkout: 0,
      paid: 0,
      session: 5,
      flight: 0,
      back: 6,
    });
    // A deleted account takes nothing from it, which would tell that the person left.
    await test.db.execute(sql`delete from users where name = 'ada'`);
    await refresh();
    expect(await readFunnel()).toMatchObject({ joined: 10, session: 5 });
  });

  it('counts the landing page each time that it is sent, and knows nothing of whom', async () => {
    for (let visit = 0; visit < 3; visit += 1) recordLandingView(test);
    await saveLandingViews(test, test.db, test.clock());
    await saveLandingViews(test, test.db, test.clock());
    recordLandingView(test);
    await saveLandingViews(test, test.db, test.clock());
    const [landing] = (await read()).funnel;
    expect(landing).toEqual({ step: 'landing', count: 4 });
  });
});
