import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passes } from '#server/features/billing/table.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { recordSoundGuessOf } from '#server/testing/sound-practice.ts';
import { createContentFolder } from '#server/testing/library.ts';
import {
  type TestPerson,
  exportData,
  ORDER_CONSENT,
  CURRENT_PASSWORD_INPUT,
  PASSWORD,
} from '#server/testing/people.ts';
import { GIFT_ORDER, payInSandbox } from '#server/testing/gifts.ts';
import { turnOnReminders } from '#server/testing/reminders.ts';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { QUEUED_ROUTES } from '#shared/rules/queued-routes.ts';
import { PERSONAL_TABLES, TABLE_PRIVACY, PERSONAL_TABLES_FOR_ADMINS } from './policy.ts';
import { beginSecondFactorSetup } from '#server/features/firebase/second-factor/writes.ts';
import { addPasskey } from '#server/testing/authenticator.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { addChangeAndRemoveFlights } from '#server/testing/flights.ts';
import { joinWaitlist } from '#server/testing/waitlist.ts';

const BANNER = {
  name: 'a banner',
  isActive: true,
  visibleOnPages: [],
  displayOrder: 1,
  targetUrl: null,
  urlParams: {},
  translationKey: 'feedback',
  text: null,
  buttonTranslationKey: null,
  buttonText: null,
  startsAt: null,
  endsAt: null,
};
const MARKER = 'a marker that only this person left';
const UNSAVED = { form: 'a form', version: 1, typed: { text: MARKER } };
const TOKEN = { name: MARKER, scopes: ['content:read' as const], days: 30 as const };
let test: TestApp;
/** What the service outside was told, and whether it answers. */
const outside = { told: [] as string[], fails: true };
let contentId: string;
beforeAll(async () => {
  test = await createTestApp({
    tracker: { send: async () => ({ kind: 'accepted' }) },
    externalServices: new Map([
      [
        'somewhere',
        {
          async erase({ userId }) {
            if (outside.fails) throw new Error('it does not answer');
            outside.told.push(userId);
          },
        },
      ],
    ]),
  });
  const from = await createContentFolder([{ slug: 'one' }], [{ slug: 'steps', lessons: ['one'] }]);
  await importLibraryAndUpdateSearchIndex(test.db, from);
  const { items } = (await (await test.createPerson()).call('GET /api/contents')).body;
  contentId = items[0]!.id;
});
afterAll(() => test.close());

/** A person with rows in every table with personal data. */
async function somebodyEverywhere(watched = (own: TestPerson) => own): Promise<TestPerson> {
  const own = watched(await test.createPerson({ state: 'admin', name: MARKER }));
  // The pass that was granted for the test makes place for one that is bought.
  await test.db.delete(passes).where(eq(passes.userId, own.id));
  const order = { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT } as const;
  const { body: checkout } = await own.call('POST /api/checkouts', { body: order });
  await payInSandbox(own, checkout.url, 'accepted');
  const { body: gift } = await own.call('POST /api/gifts', { body: GIFT_ORDER });
  await payInSandbox(own, gift.url, 'disputed');
  await own.call('POST /api/passes/sync');
  await own.call('PATCH /api/users/me', { body: { name: 'Ada' } });
  await addChangeAndRemoveFlights(own);
  await turnOnReminders(own);
  await own.call('PATCH /api/users/me', { body: { streakShown: false } });
  await own.call('PUT /api/assessment/answers', { body: { answers: { fear_heights: 7 } } });
  const answers = { fear: 6, worry: 5, avoidance: 4, confidence: 3 };
  const checkIn = { id: crypto.randomUUID(), takenAt: new Date().toISOString(), answers };
  await own.call('POST /api/check-ins', { body: checkIn });
  const stepId = crypto.randomUUID();
  const step = { id: stepId, area: 'fear_heights', material: 'own', words: MARKER } as const;
  const removed = { ...step, id: crypto.randomUUID() };
  await own.call('PUT /api/ladder', { body: { steps: [step, removed] } });
  await own.call('PUT /api/ladder', { body: { steps: [], removed: [removed.id] } });
  await own.call('POST /api/ladder/attempts', {
    body: {
      id: crypto.randomUUID(),
      stepId,
      startedAt: new Date().toISOString(),
      setting: 'home_alone',
      expected: MARKER,
      sure: 80,
      before: 5,
      outcome: null,
    },
  });
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const flown = { flightId: null, flownOn: '2026-06-01', happened: null, felt: null, keep: null };
  for (const id of ids)
    await own.call('POST /api/ledger', { body: { ...flown, id, expected: MARKER, forecast: 8 } });
  const removal = { writtenAt: test.clock().toISOString() };
  await own.call('DELETE /api/ledger/:id', { params: { id: ids[0] }, body: removal });
  await own.call('POST /api/feedback', { body: { text: MARKER, page: '/', replyTo: own.email } });
  const settings = { isOpen: true, who: { en: 'Ada', fr: 'Ada' }, answerHours: 48 };
  await own.call('PUT /api/admin/support/settings', { body: { version: 1, settings } });
  const question = { id: crypto.randomUUID(), contentId: null, text: MARKER };
  await own.call('POST /api/support/questions', { body: question });
  const decision = { body: buildCookieConsentBody({ analyticsCookies: true }) };
  await own.call('POST /api/cookie-consent', decision);
  await own.call('POST /api/customerio/sign-in', { body: {} });
  const { body: banner } = await own.call('POST /api/admin/banners', { body: { banner: BANNER } });
  await own.call('PUT /api/banners/:id/dismissal', { params: { id: banner.id } });
  await own.call('PUT /api/admin/autosaves', { body: { ...UNSAVED, ...removal } });
  await own.call('POST /api/admin/tokens', { body: TOKEN });
  await joinWaitlist(test, own.email);
  await addPasskey(own);
  await beginSecondFactorSetup(test.db, { ...own, secret: 's', userId: own.id, now: test.clock() });
  const rating = { rating: 'very_helpful', ratedAt: new Date().toISOString() } as const;
  await own.call('PUT /api/contents/:id/rating', { params: { id: contentId }, body: rating });
  const now = Date.now();
  await recordSoundGuessOf(own, test.clock());
  await own.call('POST /api/listens', {
    body: {
      id: crypto.randomUUID(),
      contentId,
      startedAt: new Date(now - 60_000).toISOString(),
      endedAt: new Date(now).toISOString(),
      positionMs: 1000,
      listenedMs: 1000,
      completed: false,
      timeZone: 'Europe/Paris',
      selfRatings: [{ cue: 3, name: 'fear', value: 7, ratedAt: test.clock().toISOString() }],
    },
  });
  const { items } = (await own.call('GET /api/programs')).body;
  await own.call('POST /api/programs/:id/events', {
    params: { id: items[0]?.id ?? '' },
    body: { id: crypto.randomUUID(), type: 'started', at: new Date(now).toISOString() },
  });
  await own.call('POST /api/practices', {
    body: {
      id: crypto.randomUUID(),
      pattern: 'box',
      startedAt: new Date(now - 60_000).toISOString(),
      endedAt: new Date(now).toISOString(),
      practisedMs: 60_000,
      timeZone: 'Europe/Paris',
    },
  });
  const moved = { email: `new-${own.email}`, currentPassword: PASSWORD };
  await own.call('POST /api/auth/email', { body: moved });
  await test.db.execute(sql`
    insert into audit_log (id, at, by, action, subject_id, details)
    values (gen_random_uuid(), now(), 'command line', 'role.grant', ${own.id}, '{}')`);
  return own;
}

const erase = (own: TestPerson, body: object = { email: own.email, currentPassword: PASSWORD }) =>
  own.call('DELETE /api/users/me', { body });

it('every table of the database, and the queue beside them, is known to the export and the erasure', async () => {
  const { rows } = await test.db.execute<{ name: string }>(
    sql`select distinct case table_schema when 'public' then table_name else table_schema end as name
        from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema', 'drizzle')
          and table_type = 'BASE TABLE'`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(TABLE_PRIVACY).toSorted());
});

it('an admin is shown no table that hangs on the health consent', async () => {
  const { rows } = await test.db.execute<{ name: string }>(
    sql`with recursive held (oid) as (
          select 'health_consents'::regclass::oid
          union select conrelid from pg_constraint, held where contype = 'f' and confrelid = held.oid)
        select oid::regclass::text as name from held where oid <> 'health_consents'::regclass`,
  );
  const hidden = new Set(PERSONAL_TABLES.map(({ name }) => name));
  for (const { name } of PERSONAL_TABLES_FOR_ADMINS) hidden.delete(name);
  const personal = rows.filter(({ name }) => PERSONAL_TABLES.some((table) => table.name === name));
  expect([...hidden]).toEqual(expect.arrayContaining(personal.map(({ name }) => name)));
});

describe('the export', () => {
  it('holds a row of every table that holds something of the person', async () => {
    const own = await somebodyEverywhere();
    const { tables, product } = await exportData(own);
    const empty = PERSONAL_TABLES.filter(({ name }) => (tables[name] ?? []).length === 0);
    expect([product, empty.map(({ name }) => name)]).toEqual(['Envol', []]);
  });

  it('is a file to keep, and holds no secret', async () => {
    const own = await test.createPerson();
    const answer = await own.call('POST /api/users/me/export', CURRENT_PASSWORD_INPUT);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="envol-\d{4}-\d\d-\d\d\.json"$/,
    );
    const text = JSON.stringify(answer.body);
    expect(text).not.toMatch(/argon2|"token"|"password"/);
  });

  it('is whole, however many rows there are, in the text that their replies have', async () => {
    const own = await test.createPerson();
    await test.db.execute(sql`
      insert into listens (user_id, id, content_id, started_at, ended_at, position_ms, listened_ms, completed, time_zone, received_at)
      select ${own.id}, gen_random_uuid(), ${contentId}, at, at, 1, 1, false, 'Europe/Paris', at
      from (select '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute' as at from generate_series(1, 1234) n) listen`);
    const { tables } = await exportData(own);
    const times = (tables['listens'] ?? []).map(({ startedAt }) => JSON.stringify(startedAt));
    expect(new Set(times).size).toBe(1234);
    expect(times.toSorted()[0]).toBe('"2026-01-01T00:01:00.000Z"');
    expect(tables['users']).toMatchObject([{ id: own.id, onboardingComplete: true }]);
    expect(tables['assessments']?.[0]?.['answers']).toMatchObject({
      fear_heights: expect.any(Number),
    });
  });

  it('is made once at a time for each person, and again when that is over', async () => {
    const own = await test.createPerson();
    const other = await test.createPerson();
    const answers = await test.db.transaction(async (tx) => {
      // As another server that is at it.
      const key = `export:${own.id}`;
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
      return [
        await own.call('POST /api/users/me/export', CURRENT_PASSWORD_INPUT),
        await other.call('POST /api/users/me/export', CURRENT_PASSWORD_INPUT),
      ];
    });
    expect(answers.map(({ status }) => status)).toEqual([429, 200]);
    expect(answers[0]?.headers['retry-after']).toBe('10');
    expect((await own.call('POST /api/users/me/export', CURRENT_PASSWORD_INPUT)).status).toBe(200);
  });

  it('holds nothing of anybody else', async () => {
    const own = await somebodyEverywhere();
    const text = JSON.stringify(await exportData(await test.createPerson()));
    expect(text).not.toContain(own.id);
    expect(text).not.toContain(MARKER);
  });
});

describe('the withdrawal of the consent to health data', () => {
  /** What was said of a fear, each table of it; the others hold what is done with a pass or an account. */
  const HEALTH = [
    'health_consents',
    'assessment_drafts',
    'assessments',
    'check_ins',
    'ladder_steps',
    'ladder_orders',
    'ladder_attempts',
    'flight_records',
    'self_ratings',
  ];
  const exportTables = async (own: TestPerson, names: string[]) => {
    const { tables } = await exportData(own);
    return names.map((name) => [name, tables[name]]);
  };
  /** The stored health data of a person; the export is not for so many calls. */
  const stored = async (own: TestPerson) => {
    const tables = HEALTH.map((name) =>
      test.db.execute(
        sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t where user_id = ${own.id}`,
      ),
    );
    return JSON.stringify((await Promise.all(tables)).map(({ rows }) => rows));
  };
  /** Notes for every call of a person whether it changed their health data. */
  const noting = (noted: Map<string, boolean>) => (own: TestPerson) => {
    const call: typeof own.send = async (route, input) => {
      const before = await stored(own);
      const answer = await own.send(route, input);
      const changed = (await stored(own)) !== before;
      noted.set(route, changed || noted.get(route) === true);
      return answer;
    };
    return { ...own, call: call as typeof own.call };
  };
  const withdraw = (own: TestPerson) =>
    own.call('PUT /api/assessment/consent', {
      body: { given: false, version: HEALTH_CONSENT_VERSION },
    });

  it('deletes every table that holds something of the fear, and no other', async () => {
    const own = await somebodyEverywhere();
    // Each export is itself an event of the account's security.
    const others = PERSONAL_TABLES.map(({ name }) => name).filter(
      (name) => !HEALTH.includes(name) && name !== 'security_events',
    );
    const before = await exportTables(own, others);
    expect((await withdraw(own)).status).toBe(200);
    expect(await exportTables(own, HEALTH)).toEqual(HEALTH.map((name) => [name, []]));
    expect(await exportTables(own, others)).toEqual(before);
  });

  it('knows all that it takes from what may wait on a device', async () => {
    const noted = new Map<string, boolean>();
    await somebodyEverywhere(noting(noted));
    const wait = Object.entries(QUEUED_ROUTES);
    expect(wait.map(([route]) => [route, noted.get(route)])).toEqual(
      wait.map(([route, part]) => [route, part !== false]),
    );
  });

  it('leaves what other people said', async () => {
    const other = await somebodyEverywhere();
    const before = await exportTables(other, HEALTH);
    await withdraw(await somebodyEverywhere());
    expect(await exportTables(other, HEALTH)).toEqual(before);
  });

  it('leaves the pass open, and is taken back by a new consent that begins with nothing', async () => {
    const own = await somebodyEverywhere();
    await withdraw(own);
    const query = { timeZone: 'Europe/Paris' };
    expect((await own.call('GET /api/dashboard', { query })).status).toBe(200);
    expect((await own.call('GET /api/plan', { query })).body.isAssessed).toBe(false);
    await own.call('PUT /api/assessment/consent', {
      body: { given: true, version: HEALTH_CONSENT_VERSION },
    });
    expect((await own.call('GET /api/assessment')).body).toEqual({
      consentGiven: true,
      consentGivenAt: expect.any(String) as unknown,
      draft: {},
      completed: null,
    });
  });
});

describe('the erasure', () => {
  it('leaves no row of the person but the payment, which no longer names them', async () => {
    const own = await somebodyEverywhere();
    const other = await test.createPerson();
    expect((await erase(own)).status).toBe(200);
    const found: string[] = [];
    for (const { name } of PERSONAL_TABLES) {
      const { rows } = await test.db.execute<{ row: string }>(
        sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`,
      );
      const mine = [own.id, own.uid, own.email];
      if (rows.some(({ row }) => mine.some((mark) => row.includes(mark)))) found.push(name);
    }
    expect(found).toEqual([]);
    const { rows } = await test.db.execute<{ count: string }>(
      sql`select count(*) from checkouts where user_id is null and status = 'paid'`,
    );
    expect(Number(rows[0]?.count)).toBeGreaterThan(0);
    expect((await other.call('GET /api/users/me')).status).toBe(200);
  });

  it('signs out everywhere and clears the browser', async () => {
    const own = await test.createPerson();
    const elsewhere = test.createBrowser();
    await elsewhere.call('POST /api/auth/sign-in', {
      body: { email: own.email, password: PASSWORD },
    });
    const answer = await erase(own);
    expect(answer.headers['clear-site-data']).toContain('"storage"');
    for (const browser of [own, elsewhere])
      expect((await browser.call('GET /api/users/me')).status).toBe(401);
    const again = await test.createBrowser().call('POST /api/auth/sign-in', {
      body: { email: own.email, password: PASSWORD },
    });
    expect(again.status).toBe(401);
  });

  it('sends one last e-mail, and tells outside services until they answer', async () => {
    const own = await test.createPerson({ language: 'fr' });
    await erase(own);
    outside.fails = true;
    expect(await test.runJobs()).toContainEqual({ name: 'tell-erased', outcome: 'Error' });
    expect(test.emails.at(-1)).toMatchObject({
      to: own.email,
      subject: 'Votre compte Envol est supprimé',
    });
    outside.fails = false;
    await test.runJobs();
    await test.runJobs();
    expect(outside.told.filter((id) => id === own.id)).toEqual([own.id]);
  });

  it.each([
    ['without the address typed again', { email: 'o@example.org', currentPassword: PASSWORD }, 400],
    ['without the password', {}, 401],
    ['with a wrong password', { currentPassword: 'not the password' }, 401],
  ])('is refused %s', async (_what, given, status) => {
    const own = await test.createPerson();
    expect((await erase(own, { email: own.email, ...given })).status).toBe(status);
    expect((await own.call('GET /api/users/me')).status).toBe(200);
  });
});
