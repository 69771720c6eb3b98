import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createTestBrowser } from '#server/testing/test-browser.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp({ clock: '2026-11-21T12:00:00Z' })));
afterAll(() => site.close());

const newcomer = {
  name: 'Ada',
  signUpMethod: 'email',
  onboardingComplete: false,
  preferredLanguage: 'fr',
};

async function signedUp(email: string) {
  const own = createTestBrowser(site.app);
  const password = 'a quiet window seat';
  await own.call('POST /api/auth/sign-up', { body: { email, password, language: 'en' } });
  const { body } = await own.call('POST /api/auth/sign-in', { body: { email, password } });
  return { ...own, uid: body.uid, email };
}

it('is each caller’s own, however many ask at the same moment', async () => {
  const people = await Promise.all(
    ['Ada', 'Bo', 'Cy', 'Di', 'Ed'].map((name) => site.createPerson({ name })),
  );
  const stranger = createTestBrowser(site.app);
  const callers = Array.from({ length: 8 }, () => [...people, stranger]).flat();
  const replies = await Promise.all(callers.map((caller) => caller.call('GET /api/users/me')));
  expect(replies.map(({ status, body }) => (status === 200 ? body.name : status))).toEqual(
    Array.from({ length: 8 }, () => ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 401]).flat(),
  );
});

describe('a new identity', () => {
  it('has no profile until the app creates it, then has the one it sent', async () => {
    const own = await signedUp('ada@example.org');
    const missing = await own.call('GET /api/users/me');
    expect([missing.status, missing.body.error?.code]).toEqual([404, 'profile_missing']);

    const sent = { ...newcomer, firebaseUid: own.uid, email: own.email };
    const created = await own.call('POST /api/users', { body: sent });
    expect(created.status).toBe(201);
    const { body } = await own.call('GET /api/users/me');
    expect(body).toMatchObject({
      ...sent,
      subscriptionTier: 'free',
      flightDate: null,
      role: 'member',
    });
  });

  it('gets one profile out of 50 concurrent creations', async () => {
    const own = await signedUp('grace@example.org');
    const sent = { ...newcomer, firebaseUid: own.uid, email: own.email };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => own.call('POST /api/users', { body: sent })),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('cannot create a profile for another identity', async () => {
    const own = await signedUp('eve@example.org');
    const sent = { ...newcomer, firebaseUid: 'somebody-else', email: own.email };
    const { status, body } = await own.call('POST /api/users', { body: sent });
    expect([status, body.error?.code]).toEqual([401, 'identity_mismatch']);
  });

  it('takes its e-mail from the sign-in, whatever the body says', async () => {
    const own = await signedUp('real@example.org');
    const sent = { ...newcomer, firebaseUid: own.uid, email: 'false@example.org' };
    const { body } = await own.call('POST /api/users', { body: sent });
    expect(body.email).toBe('real@example.org');
  });
});

describe('the headers of the specification', () => {
  it('are accepted when they agree with the sign-in, and never needed', async () => {
    const ada = await site.createPerson({ state: 'pass' });
    const headers = {
      'x-firebase-uid': ada.uid,
      'x-firebase-email': encodeURIComponent(ada.email),
    };
    expect((await ada.call('GET /api/users/me', { headers })).status).toBe(200);
    expect((await ada.call('GET /api/users/me')).status).toBe(200);
  });

  it('are refused when they name somebody else', async () => {
    const ada = await site.createPerson({ state: 'pass' });
    const eve = await site.createPerson({ state: 'pass' });
    const forged = await eve.call('GET /api/users/me', { headers: { 'x-firebase-uid': ada.uid } });
    expect([forged.status, forged.body.error?.code]).toEqual([401, 'identity_mismatch']);
  });

  it('make nobody signed in by themselves', async () => {
    const ada = await site.createPerson({ state: 'pass' });
    const stranger = site.createBrowser();
    const headers = { 'x-firebase-uid': ada.uid, 'x-firebase-email': ada.email };
    expect((await stranger.call('GET /api/users/me', { headers })).status).toBe(401);
  });
});

describe('the profile', () => {
  it('keeps a changed name and language', async () => {
    const ada = await site.createPerson();
    await ada.call('PATCH /api/users/me', { body: { name: 'Ada L.', preferredLanguage: 'fr' } });
    const { body } = await ada.call('GET /api/users/me');
    expect(body).toMatchObject({ name: 'Ada L.', preferredLanguage: 'fr' });
  });

  it('keeps the name that was written last, whatever comes first and however wrong the clock is', async () => {
    const ada = await site.createPerson();
    const at = (hour: number) => new Date(site.clock().getTime() - (24 - hour) * 3_600_000);
    const rename = async (name: string, hour: number, clockOffH = 0) => {
      const write = (h: number) => new Date(at(h).getTime() + clockOffH * 3_600_000).toISOString();
      const body = { name, writtenAt: write(hour) };
      const headers = { 'x-sent-at': write(24), 'idempotency-key': randomUUID() };
      return (await ada.call('PATCH /api/users/me', { body, headers })).body.name;
    };
    expect(await rename('At ten', 10)).toBe('At ten');
    expect(await rename('At nine', 9)).toBe('At ten');
    expect(await rename('At eleven', 11, -20)).toBe('At eleven');
    expect(await rename('Still at ten', 10, 20)).toBe('At eleven');
    // Of two written at the same instant the same one wins, whichever comes first.
    expect(await rename('Another at eleven', 11)).toBe('At eleven');
  });

  it('refuses a name of spaces, and an empty change', async () => {
    const ada = await site.createPerson();
    for (const body of [
      { name: '   ' },
      {},
      { writtenAt: '2026-11-21T12:00:00Z' },
      { name: 'A\u0000' },
    ]) {
      const refused = await ada.call('PATCH /api/users/me', { body });
      expect([refused.status, refused.body.error?.code]).toEqual([400, 'invalid_input']);
    }
  });
});

describe('the flight date', () => {
  const dated = (flightDate: string | null, timeZone = 'Europe/Paris') => ({
    body: { flightDate, timeZone },
  });

  it('is set, changed and removed', async () => {
    const ada = await site.createPerson();
    await ada.call('PUT /api/users/me/flight-date', dated('2026-12-03'));
    await ada.call('PUT /api/users/me/flight-date', dated('2026-12-04'));
    expect((await ada.call('GET /api/users/me')).body.flightDate).toBe('2026-12-04');
    await ada.call('PUT /api/users/me/flight-date', dated(null));
    expect((await ada.call('GET /api/users/me')).body.flightDate).toBeNull();
  });

  it('may be today, and not yesterday', async () => {
    const ada = await site.createPerson();
    const today = await ada.call('PUT /api/users/me/flight-date', dated('2026-11-21'));
    expect(today.status).toBe(200);
    const past = await ada.call('PUT /api/users/me/flight-date', dated('2026-11-20'));
    expect([past.status, past.body.error?.code]).toEqual([400, 'flight_date_past']);
    expect((await ada.call('GET /api/users/me')).body.flightDate).toBe('2026-11-21');
  });

  it('is judged in the time zone of the person', async () => {
    const ada = await site.createPerson();
    const inAuckland = await ada.call(
      'PUT /api/users/me/flight-date',
      dated('2026-11-21', 'Pacific/Auckland'),
    );
    expect(inAuckland.body.error?.code).toBe('flight_date_past');
  });

  it.each(['2026-02-30', '21/11/2026', '', '2026-13-01'])(
    'refuses %j, which is no date',
    async (date) => {
      const ada = await site.createPerson();
      const { status } = await ada.call('PUT /api/users/me/flight-date', dated(date));
      expect(status).toBe(400);
    },
  );
});

describe('onboarding', () => {
  it('cannot be finished without an assessment', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    const { status, body } = await ada.call('POST /api/users/me/onboarding', {
      body: { timeZone: 'Europe/Paris' },
    });
    expect([status, body.error?.code]).toEqual([409, 'assessment_incomplete']);
    expect((await ada.call('GET /api/users/me')).body.onboardingComplete).toBe(false);
  });
});
