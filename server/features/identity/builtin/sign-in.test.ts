import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { type TestBrowser, allocateIpAddress } from '#server/testing/test-browser.ts';
import { PASSWORD } from '#server/testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const signUp = (email: string) =>
  test.createBrowser().call('POST /api/auth/sign-up', {
    body: { email, password: PASSWORD, language: 'en' },
  });
const signIn = async (own: TestBrowser, email: string, password = PASSWORD) =>
  (await own.call('POST /api/auth/sign-in', { body: { email, password } })).status;
/** Wrong passwords for one account, from everywhere, until no new browser may try any more. */
async function lockOut(email: string): Promise<void> {
  for (let count = 0; count < 6; count++) await signIn(test.createBrowser(), email, 'not it');
  expect(await signIn(test.createBrowser(), email)).toBe(429);
}
async function failOften(address: string): Promise<void> {
  const guesses = Array.from({ length: 100 }, (_, count) => `nobody-${count}@example.org`);
  await Promise.all(guesses.map((email) => signIn(test.createBrowser(address), email, 'not it')));
}

it('lets everybody on an airport’s Wi-Fi sign in, however many have', async () => {
  const wifi = allocateIpAddress();
  const people = Array.from({ length: 21 }, (_, person) => `traveller-${person}@example.org`);
  await Promise.all(people.map(signUp));
  for (let round = 0; round < 5; round++) {
    const statuses = await Promise.all(
      people.map((email) => signIn(test.createBrowser(wifi), email)),
    );
    expect(statuses).toEqual(people.map(() => 200));
  }
});

it('stops a program that guesses for many accounts after 100 failures, and no device known before', async () => {
  const address = allocateIpAddress();
  const email = 'not-guessed@example.org';
  const home = test.createBrowser();
  const own = test.createBrowser(address);
  await signUp(email);
  await signIn(own, email);
  await failOften(address);
  const refused = await test.createBrowser(address).call('POST /api/auth/sign-in', {
    body: { email, password: PASSWORD },
    headers: { 'x-forwarded-for': '203.0.113.5' },
  });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect([await signIn(own, email), await signIn(home, email)]).toEqual([200, 200]);
  test.clock.advance(15 * 60_000);
  expect(await signIn(test.createBrowser(address), email)).toBe(200);
});

it('lets a device that signed in before sign in while strangers guess', async () => {
  const email = 'guessed-at@example.org';
  const own = test.createBrowser();
  await signUp(email);
  await signIn(own, email);
  await own.call('POST /api/auth/sign-out', { body: {} });
  await lockOut(email);
  expect(await signIn(own, email)).toBe(200);
});

it('gives such a device five tries of its own, which take nothing from others', async () => {
  const email = 'family@example.org';
  const own = test.createBrowser();
  await signUp(email);
  await signIn(own, email);
  const statuses = [];
  for (let count = 0; count < 6; count++) statuses.push(await signIn(own, email, 'not it'));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await signIn(test.createBrowser(), email)).toBe(200);
});

it('knows a device for up to four accounts, and for none that never signed in on it', async () => {
  const own = test.createBrowser();
  const family = [1, 2, 3, 4].map((person) => `member-${person}@example.org`);
  for (const email of [...family, 'visitor@example.org']) await signUp(email);
  for (const email of family) await signIn(own, email);
  for (const email of [...family, 'visitor@example.org']) await lockOut(email);
  const statuses = [];
  for (const email of [...family, 'visitor@example.org']) statuses.push(await signIn(own, email));
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

it('believes no cookie of a device that was changed, or signed for another account', async () => {
  const email = 'forged@example.org';
  const other = 'forger@example.org';
  for (const person of [email, other]) await signUp(person);
  const forger = test.createBrowser();
  await signIn(forger, other);
  await lockOut(email);
  const cookie = /envol\.device=([^;]+)/.exec(forger.cookie())?.[1] ?? '';
  expect(decodeURIComponent(cookie)).toMatch(/^[\w-]{16}\.[\w-]{43}$/);
  for (const value of [cookie, `${cookie.slice(0, -1)}_`, `${cookie}~${cookie}`, 'x', '']) {
    const { status } = await test.createBrowser().call('POST /api/auth/sign-in', {
      body: { email, password: PASSWORD },
      headers: { cookie: `envol.device=${value}` },
    });
    expect([value, status]).toEqual([value, 429]);
  }
});
