import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';
import { CURRENT_PASSWORD_INPUT, PASSWORD } from '#server/testing/people.ts';
import { recordSecurityEvent } from './writes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
const signIn = (own: TestBrowser, email: string) =>
  own.call('POST /api/auth/sign-in', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': FIREFOX },
  });
const listKinds = async (own: TestBrowser) =>
  (await own.call('GET /api/auth/events')).body.events.map(({ kind }) => kind);
async function emailsTo(email: string) {
  await test.runJobs();
  return test.emails.filter(({ to }) => to === email);
}

describe('a sign-in on a new device', () => {
  it('is told to the owner by e-mail, once for each device, with where and when', async () => {
    const own = await test.createPerson();
    const phone = test.createBrowser();
    expect(await emailsTo(own.email)).toEqual([]);
    await signIn(phone, own.email);
    await phone.call('POST /api/auth/sign-out', { body: {} });
    await signIn(phone, own.email);
    await signIn(own, own.email);
    const emails = await emailsTo(own.email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'A new device signed in to your Envol account',
    ]);
    expect(emails[0]?.text).toContain('Device: Firefox, Android');
    expect(emails[0]?.text).toMatch(/Time: \d+ \w+ 20\d\d at \d\d:\d\d:\d\d CES?T/);
  });

  it('is told in the language of its owner', async () => {
    const own = await test.createPerson({ language: 'fr' });
    await signIn(test.createBrowser(), own.email);
    const [email] = await emailsTo(own.email);
    expect(email?.subject).toBe('Un nouvel appareil s’est connecté à votre compte Envol');
    expect(email?.text).toMatch(/Date\s: \d+ \S+ 20\d\d/);
  });
});

describe('what was done to an account', () => {
  it('is listed for its owner, newest first, with the device in coarse words', async () => {
    const own = await test.createPerson();
    const other = test.createBrowser();
    await signIn(other, own.email);
    const { body } = await own.call('GET /api/auth/sessions');
    const id = body.sessions.find(({ current }) => !current)?.id ?? '';
    await own.call('DELETE /api/auth/sessions/:id', { params: { id } });
    await own.call('POST /api/auth/sessions/end-others', { body: {} });
    await own.call('POST /api/users/me/export', CURRENT_PASSWORD_INPUT);
    await own.call('POST /api/auth/email', {
      body: { email: 'elsewhere@example.net', currentPassword: PASSWORD },
    });
    await own.call('POST /api/auth/password', {
      body: { currentPassword: PASSWORD, password: 'another seat over the wing' },
    });
    const { events } = (await own.call('GET /api/auth/events')).body;
    expect(events.map(({ kind }) => kind)).toEqual([
      'password_changed',
      'email_change_asked',
      'data_exported',
      'other_sessions_ended',
      'session_ended',
      'signed_in_new_device',
      'signed_in',
    ]);
    expect(events[5]).toMatchObject({ device: 'Firefox, Android', at: test.clock().toISOString() });
  });

  it('is nobody else’s to read', async () => {
    const own = await test.createPerson();
    const other = await test.createPerson();
    expect(await listKinds(own)).toEqual(['signed_in']);
    expect(await listKinds(other)).toEqual(['signed_in']);
    expect((await test.createBrowser().call('GET /api/auth/events')).status).toBe(401);
  });

  it('is kept for the latest 200, and the latest 50 are listed', async () => {
    const own = await test.createPerson();
    for (let count = 0; count < 205; count++) {
      const event = { uid: own.uid, kind: 'data_exported', device: null } as const;
      await recordSecurityEvent(test.db, { ...event, now: test.clock() });
    }
    const { rows: kept } = await test.db.execute(
      `select 1 from security_events where user_id = '${own.uid}'`,
    );
    expect([kept.length, (await listKinds(own)).length]).toEqual([200, 50]);
  });
});
