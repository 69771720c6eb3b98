import { expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestAppOptions } from '#server/testing/app.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { startFakeGoogle } from '#server/testing/google.ts';
import { PASSWORD } from '#server/testing/people.ts';

const TIMES = 5;

/** A server, and what its database refused: PostgreSQL's log names the values that break a unique index. */
async function createWatchedApp(options: TestAppOptions = {}) {
  const refusals: unknown[] = [];
  const create: TestAppOptions['create'] = ({ pool }) => {
    pool.onFailure((error) => refusals.push(error));
    return {};
  };
  const test = await createTestApp({ ...options, create });
  onTestFinished(() => test.close());
  return { ...test, refusals };
}

/** Does the same in several new browsers at once. */
const repeat = <Result>(
  test: { createBrowser: () => TestBrowser },
  act: (own: TestBrowser) => Result,
) => Promise.all(Array.from({ length: TIMES }, () => act(test.createBrowser())));

const EMAIL = 'twice@example.org';
const sign = { email: EMAIL, password: PASSWORD, language: 'en' };

it('sign-ups of one address at once make one account, and the database refuses nothing', async () => {
  const test = await createWatchedApp();
  const answers = await repeat(test, (own) => own.call('POST /api/auth/sign-up', { body: sign }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await test.db.execute('select email from auth_users')).rows).toEqual([{ email: EMAIL }]);
  const { email, password } = sign;
  const body = { email, password };
  const signedIn = await repeat(test, async (own) => {
    const { uid } = (await own.call('POST /api/auth/sign-in', { body })).body;
    return { own, uid };
  });
  const profiles = await Promise.all(
    signedIn.map(({ own, uid }) =>
      own.call('POST /api/users', {
        body: {
          firebaseUid: uid,
          name: 'Ada',
          email,
          signUpMethod: 'email',
          onboardingComplete: false,
          preferredLanguage: 'en',
        },
      }),
    ),
  );
  expect(new Set(profiles.map(({ body: { id } }) => id)).size).toBe(1);
  expect(test.refusals).toEqual([]);
});

it('so do sign-ins with one Google account at once', async () => {
  const google = await startFakeGoogle();
  onTestFinished(() => google.stop());
  const test = await createWatchedApp({ google: google.settings });
  google.setClaims({ sub: 'google-twice', email: EMAIL });
  const browsers = await repeat(test, async (own) => {
    const { url } = (await own.call('GET /api/auth/google')).body;
    const there = await fetch(url, { redirect: 'manual' });
    const back = new URL(there.headers.get('location') ?? '');
    return { own, path: back.pathname + back.search };
  });
  const answers = await Promise.all(browsers.map(({ own, path }) => own.follow(path)));
  const places = answers.map(({ headers }) => headers.location);
  expect(places).toContain('/');
  expect(places.filter((place) => place !== '/' && place !== '/auth?refused=google')).toEqual([]);
  expect((await test.db.execute('select email from auth_users')).rows).toEqual([{ email: EMAIL }]);
  expect(test.refusals).toEqual([]);
});
