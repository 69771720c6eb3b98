import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { type TestPerson, exportData, PASSWORD } from '#server/testing/people.ts';
import { COOKIE_WORDING_VERSION, SERVER_CONSENT_DAYS } from '#shared/rules/cookie-consent.ts';

const DAY_MS = 86_400_000;
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const ALL = { analyticsCookies: true, marketingCookies: true, functionalCookies: true };

const decide = (own: TestBrowser, given: object = {}, headers: Record<string, string> = {}) =>
  own.call('POST /api/cookie-consent', { body: buildCookieConsentBody(given), headers });
const read = (own: TestBrowser, id: string) =>
  own.call('GET /api/cookie-consent/:id', { params: { id } });
const end = (own: TestBrowser, id: string) =>
  own.call('DELETE /api/cookie-consent/:id', { params: { id } });

/** The rows of a person, oldest first; those of visitors for null. */
const listRows = async (id: string | null) => {
  const { rows } = await test.db.execute(
    `select * from cookie_decisions where user_id ${id === null ? 'is null' : `= '${id}'`} order by id`,
  );
  return rows;
};

describe('the decision of somebody who is signed in', () => {
  it('is none at first, and then what they chose, for 365 days', async () => {
    const own = await test.createPerson({ state: 'onboarding' });
    expect((await read(own, own.id)).status).toBe(404);
    const sent = { userId: own.id, analyticsCookies: true, userRegion: 'UK' };
    const saved = await decide(own, sent);
    const end = new Date(test.clock().getTime() + SERVER_CONSENT_DAYS * DAY_MS);
    expect([saved.status, saved.body]).toEqual([
      200,
      {
        userId: own.id,
        consentGiven: true,
        necessaryCookies: true,
        analyticsCookies: true,
        marketingCookies: false,
        functionalCookies: false,
        userRegion: 'UK',
        ipAddress: expect.stringMatching(/^198\.18\.\d+\.0$/) as string,
        consentTimestamp: test.clock().toISOString(),
        expiresAt: end.toISOString(),
      },
    ]);
    expect((await read(own, own.id)).body).toEqual(saved.body);
  });

  it('holds for the shorter time that the operator sets for the EU and the UK, and not elsewhere', async () => {
    const short = await createTestApp({ europeanConsentDays: 180 });
    onTestFinished(() => short.close());
    const own = await short.createPerson();
    const days = async (userRegion: string) => {
      const { expiresAt, consentTimestamp } = (await decide(own, { userRegion })).body;
      return (Date.parse(expiresAt) - Date.parse(consentTimestamp)) / DAY_MS;
    };
    expect([await days('EU'), await days('UK'), await days('US')]).toEqual([180, 180, 365]);
  });

  it('is taken as the specification sends it; what the server adds it adds itself', async () => {
    const own = await test.createPerson();
    const {
      wording: _,
      source: __,
      ...specified
    } = buildCookieConsentBody({ userId: own.id, ...ALL });
    const ipAddress = '203.0.113.77';
    const { status, body } = await own.call('POST /api/cookie-consent', {
      body: { ...specified, ipAddress },
    });
    expect([status, body.consentGiven]).toEqual([200, true]);
    // Of the address the network alone is kept, as the server sees it.
    expect(body.ipAddress).toMatch(/^198\.18\.\d+\.0$/);
    expect(await listRows(own.id)).toMatchObject([
      { wording: COOKIE_WORDING_VERSION, source: 'chosen' },
    ]);
  });

  it('lasts as long as the law of the country it comes from, whatever the browser says', async () => {
    const french = await createTestApp({
      europeanConsentDays: 180,
      findLocation: () => ({ country: 'FR', city: null }),
    });
    onTestFinished(() => french.close());
    const { body } = await decide(await french.createPerson(), { userRegion: 'US' });
    expect(body.userRegion).toBe('EU');
    expect((Date.parse(body.expiresAt) - Date.parse(body.consentTimestamp)) / DAY_MS).toBe(180);
  });

  it('is theirs where the page does not know them, as on an article', async () => {
    const own = await test.createPerson();
    expect((await decide(own, { userId: null })).body.userId).toBe(own.id);
  });

  it('is no longer there once it ended, and every step of it stays as proof', async () => {
    const own = await test.createPerson();
    await decide(own, { ...ALL, wording: '2026-11' });
    await decide(own);
    expect((await end(own, own.id)).status).toBe(200);
    const gone = await read(own, own.id);
    expect([gone.status, String(gone.headers['set-cookie'])]).toEqual([
      404,
      expect.stringContaining('envol_allowed=;'),
    ]);
    expect((await end(own, own.id)).status).toBe(200);
    const rows = await listRows(own.id);
    expect(rows.map(({ source, analytics }) => [source, analytics])).toEqual([
      ['chosen', true],
      ['chosen', false],
      ['ended', false],
    ]);
    expect(rows[0]).toMatchObject({ wording: '2026-11', privacy_signal: false, region: 'EU' });
  });

  it('refuses marketing where the browser sends Global Privacy Control, whatever is pressed', async () => {
    const own = await test.createPerson();
    const { body } = await decide(own, ALL, { 'sec-gpc': '1' });
    expect(body).toMatchObject({ ...ALL, marketingCookies: false });
    expect(await listRows(own.id)).toMatchObject([{ privacy_signal: true, marketing: false }]);
  });
});

describe('a decision made before signing in', () => {
  it('is the account’s where there was none', async () => {
    const own = await test.createPerson();
    const joined = await decide(own, { source: 'joined', ...ALL });
    expect(joined.body).toMatchObject(ALL);
  });

  it('only ever makes the account’s stricter, and no longer', async () => {
    const own = await test.createPerson();
    const soon = new Date(test.clock().getTime() + 10 * DAY_MS).toISOString();
    await decide(own, { analyticsCookies: true, functionalCookies: true, expiresAt: soon });
    const { body } = await decide(own, { ...ALL, functionalCookies: false, source: 'joined' });
    expect(body).toMatchObject({
      analyticsCookies: true,
      marketingCookies: false,
      functionalCookies: false,
      expiresAt: soon,
    });
  });

  it('of several devices at once leaves what all of them allow', async () => {
    const own = await test.createPerson();
    await decide(own, ALL);
    const refusals = ['analyticsCookies', 'marketingCookies', 'functionalCookies'];
    await Promise.all(
      refusals.map((name) => decide(own, { ...ALL, [name]: false, source: 'joined' })),
    );
    expect((await read(own, own.id)).body).toMatchObject({ consentGiven: false });
  });
});

describe('the decision of another person', () => {
  it.each([
    ['another person', 404, () => test.createPerson()],
    ['an admin', 404, () => test.createPerson({ state: 'admin' })],
    ['a visitor', 401, async () => test.createBrowser()],
  ] as const)('cannot be read, written or ended by %s', async (_who, status, create) => {
    const own = await test.createPerson();
    await decide(own, ALL);
    const other: TestBrowser = await create();
    const statuses = [
      (await read(other, own.id)).status,
      (await decide(other, { userId: own.id })).status,
      (await end(other, own.id)).status,
    ];
    expect(statuses).toEqual([status, status, status]);
    expect(await listRows(own.id)).toHaveLength(1);
  });
});

describe('the decision of a visitor', () => {
  it('is recorded as proof, six hundred times an hour from one address', async () => {
    const before = (await listRows(null)).length;
    const visitor = test.createBrowser();
    for (let batch = 0; batch < 3; batch += 1) {
      const decisions = await Promise.all(Array.from({ length: 200 }, () => decide(visitor)));
      expect(new Set(decisions.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect((await decide(visitor)).status).toBe(429);
    expect((await listRows(null)).length - before).toBe(600);
  });

  it('is recorded only so often a day, from however many addresses', async () => {
    const flooded = await createTestApp();
    onTestFinished(() => flooded.close());
    expect((await decide(flooded.createBrowser())).status).toBe(200);
    await flooded.db.execute(
      "update rate_limits set count = 200000 where key = 'cookie-consent:visitors'",
    );
    expect((await decide(flooded.createBrowser())).status).toBe(429);
    const person = await flooded.createPerson();
    expect((await decide(person)).status).toBe(200);
  });

  it('is deleted a year after its end', async () => {
    const old = await createTestApp();
    onTestFinished(() => old.close());
    const count = async () => (await old.db.execute('select 1 from cookie_decisions')).rows.length;
    await decide(old.createBrowser());
    old.clock.advance(729 * DAY_MS);
    await runPeriodicTasks(old.app.dependencies);
    expect(await count()).toBe(1);
    old.clock.advance(2 * DAY_MS);
    await runPeriodicTasks(old.app.dependencies);
    expect(await count()).toBe(0);
  });
});

it('goes into the export of what is held of a person, and with their account', async () => {
  const own: TestPerson = await test.createPerson();
  await decide(own, ALL);
  const { tables } = await exportData(own);
  expect(tables['cookie_decisions']).toMatchObject([{ analytics: true, source: 'chosen' }]);
  const body = { email: own.email, currentPassword: PASSWORD };
  expect((await own.call('DELETE /api/users/me', { body })).status).toBe(200);
  expect(await listRows(own.id)).toEqual([]);
});
