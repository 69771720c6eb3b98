import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { createFirebaseIdentityProvider } from '#server/features/firebase/identify-caller.ts';
import { createIdTokenVerifier } from '#server/features/firebase/service.ts';
import { changeRole } from '#server/features/roles/writes.ts';
import { queueDueReminders } from '#server/features/reminders/writes.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestBrowser, RequestInput } from '#server/testing/test-browser.ts';
import {
  buildIdTokenClaims,
  createSigningKey,
  type SigningKeyServer,
  FIREBASE_PROJECT_ID,
  type SigningKey,
  signIdToken,
  startSigningKeyServer,
} from '#server/testing/firebase.ts';
import { grantTestPass } from '#server/testing/people.ts';
import { computeTotp } from '#server/testing/totp.ts';
import { runAdminCommand } from '../../scripts/admin-command.ts';

// An attacker signs up at Firebase with an address that is not theirs, or has the password of an account there.

const HOUR_MS = 3_600_000;

let key: SigningKey;
let server: SigningKeyServer;
let test: TestApp;
beforeAll(async () => {
  key = await createSigningKey('google-1');
  server = await startSigningKeyServer(key);
  test = await createTestApp({
    auth: null,
    create: ({ db, clock }) => {
      const verify = createIdTokenVerifier({
        projectId: FIREBASE_PROJECT_ID,
        clock,
        keysUrl: server.url,
      });
      return { identity: createFirebaseIdentityProvider(db, verify, clock) };
    },
  });
});
afterAll(async () => {
  await test.close();
  await server.close();
});

let people = 0;

/** A member whom Firebase signs in. `renew` gets another token, `open` another browser. */
async function createPerson({ isConfirmed = true, isAdmin = false } = {}) {
  const uid = `somebody-${(people += 1)}`;
  let claims: Record<string, unknown> = { sub: uid, email: `${uid}@example.org` };
  let token = '';
  const renew = async (change: Record<string, unknown> = {}) => {
    claims = { ...claims, ...change };
    token = await signIdToken(key, buildIdTokenClaims(test.clock(), claims));
    return token;
  };
  await renew({ email_verified: isConfirmed });
  const bear = (browser: TestBrowser) => ({
    send: (route: string, sent: RequestInput = {}, bearer = token) =>
      browser.send(route, { ...sent, headers: { authorization: `Bearer ${bearer}` } }),
    sync: () =>
      browser.send('POST /api/auth/token-sync', {
        body: {},
        headers: { authorization: `Bearer ${token}` },
      }),
  });
  const own = bear(test.createBrowser());
  const profile = {
    firebaseUid: uid,
    name: 'Ada',
    email: claims['email'],
    signUpMethod: 'email',
    onboardingComplete: false,
    preferredLanguage: 'en',
  };
  const { id } = (await own.send('POST /api/users', { body: profile })).body as { id: string };
  await test.db.execute(
    `update users set onboarding_complete = true, created_at = '${test.clock().toISOString()}' where id = '${id}'`,
  );
  await grantTestPass(test.db, id, test.clock());
  if (isAdmin)
    await changeRole(test.db, { userId: id, role: 'admin', actorId: null }, test.clock());
  const readMail = async () => {
    await test.runJobs();
    return test.emails.filter(({ to }) => to === `${uid}@example.org`);
  };
  return { ...own, id, uid, renew, readMail, open: () => bear(test.createBrowser()) };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

const readProfile = async ({ send }: Person) =>
  (await send('GET /api/users/me')).body as { email: string; emailConfirmed: boolean };

async function turnOnReminders(own: Person): Promise<void> {
  const times = { channel: 'email', hour: 9, timeZone: 'Europe/Paris' };
  const body = { ...times, practice: true, pack: false, evening: false };
  expect((await own.send('PUT /api/reminders', { body })).status).toBe(200);
}
async function sendReminders(): Promise<void> {
  for (let day = 0; day < 2; day++) {
    for (let hour = 0; hour < 24; hour++) {
      test.clock.advance(HOUR_MS);
      await queueDueReminders(test.app.dependencies, test.clock());
    }
  }
}
const readLockLink = async (own: Person) =>
  (await own.readMail())
    .map(({ text }) => /mode=lock#([^\s/]+)/.exec(text)?.[1])
    .findLast(Boolean) ?? 'no such letter at all';

describe('an address that Firebase has not confirmed', () => {
  it('asks no private question and gets no e-mail, until a token says that it is confirmed', async () => {
    const own = await createPerson({ isConfirmed: false });
    const question = { id: v7(), contentId: null, text: 'A question' };
    const asked = await own.send('POST /api/support/questions', { body: question });
    expect(asked.body).toMatchObject({ error: { code: 'email_unconfirmed' } });
    await turnOnReminders(own);
    await sendReminders();
    expect(await own.readMail()).toEqual([]);
    await own.renew({ email_verified: true });
    await own.sync();
    await sendReminders();
    expect((await own.readMail()).length).toBeGreaterThan(0);
  });

  it('does not take the place of one that was confirmed before', async () => {
    const own = await createPerson();
    const { email } = await readProfile(own);
    const taken = 'not-theirs@example.org';
    await own.renew({ email: taken, email_verified: false });
    await own.sync();
    expect(await readProfile(own)).toMatchObject({ email, emailConfirmed: false });
    await turnOnReminders(own);
    await sendReminders();
    await test.runJobs();
    expect(test.emails.filter(({ to }) => to === taken)).toEqual([]);
    await own.renew({ email_verified: true });
    await own.sync();
    expect(await readProfile(own)).toMatchObject({ email: taken, emailConfirmed: true });
  });

  it('is made an admin by no slip of the operator, and a confirmed one is without a question', async () => {
    const settings = readSettings({
      DATABASE_URL: test.url,
      FIREBASE_API_KEY: 'k',
      FIREBASE_APP_ID: '1:2:web:3',
      FIREBASE_AUTH_DOMAIN: `${FIREBASE_PROJECT_ID}.firebaseapp.com`,
      FIREBASE_PROJECT_ID: FIREBASE_PROJECT_ID,
    });
    const grant = async (own: Person) =>
      (await runAdminCommand(settings, ['grant', (await readProfile(own)).email])).text;
    const stranger = await createPerson({ isConfirmed: false });
    expect(await grant(stranger)).toContain('has not yet confirmed');
    expect(await grant(await createPerson())).toContain('has the role admin now');
  });

  it('follows the account while none was confirmed', async () => {
    const own = await createPerson({ isConfirmed: false });
    await own.renew({ email: 'mended@example.org' });
    await own.sync();
    expect((await readProfile(own)).email).toBe('mended@example.org');
  });
});

describe('what is done to the security of an account is told at once', () => {
  it('two-step sign-in of the studio on, a recovery code used, and off again', async () => {
    const own = await createPerson({ isAdmin: true });
    const route = 'POST /api/auth/firebase/second-factor';
    const begun = await own.send(route, { body: {} });
    const { uri, recoveryCodes } = begun.body as { uri: string; recoveryCodes: string[] };
    const browser = own.open();
    const check = (code = '') => browser.send(`${route}/check`, { body: { code } });
    expect((await check(computeTotp(uri, test.clock().getTime()))).status).toBe(200);
    expect((await check(recoveryCodes[0])).status).toBe(200);
    await browser.send(`${route}/end`, { body: {} });
    const subjects = (await own.readMail()).map(({ subject }) => subject).join();
    expect(subjects).toMatch(/is on.*recovery code.*is off/i);
  });

  it('a new device, once, and not the one of the sign-up', async () => {
    const own = await createPerson();
    await own.sync();
    expect(await own.readMail()).toEqual([]);
    test.clock.advance(HOUR_MS);
    await own.renew();
    const other = own.open();
    await other.sync();
    await other.sync();
    const [told, ...more] = await own.readMail();
    expect([told?.subject, more]).toEqual([expect.stringMatching(/new device/i), []]);
    expect(told?.text).toContain('mode=lock#');
  });

  it('with a link that ends every sign-in until now and the second factor, and no later one', async () => {
    const own = await createPerson();
    await own.sync();
    test.clock.advance(HOUR_MS);
    const thief = own.open();
    const stolen = await own.renew();
    await thief.sync();
    const body = { token: await readLockLink(own) };
    const locked = await test.createBrowser().send('POST /api/auth/lock', { body });
    expect(locked.body).toEqual({ token: null, email: `${own.uid}@example.org` });
    expect((await thief.send('GET /api/users/me', {}, stolen)).status).toBe(401);
    // A token of the hour in which the account was locked, from the sign-in before.
    test.clock.advance(1000);
    expect((await thief.send('GET /api/users/me', {}, await own.renew())).status).toBe(401);
    test.clock.advance(120_000);
    expect((await own.send('GET /api/users/me', {}, await own.renew())).status).toBe(200);
    for (const token of ['a made-up secret of a link', `${body.token.slice(0, -2)}AA`])
      expect(
        (await test.createBrowser().send('POST /api/auth/lock', { body: { token } })).body,
      ).toMatchObject({ error: { code: 'link_expired' } });
    test.clock.advance(7 * 24 * HOUR_MS);
    const late = await test.createBrowser().send('POST /api/auth/lock', { body });
    expect(late.body).toMatchObject({ error: { code: 'link_expired' } });
  });
});
