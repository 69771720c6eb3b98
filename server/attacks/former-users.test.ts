import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { PASSWORD } from '#server/testing/people.ts';

// What is left of a person after a sign-out, an erasure, or an admin's look.

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const REMINDERS = { channel: 'push', hour: 9, timeZone: 'Europe/Paris' } as const;
const WISHES = { practice: true, pack: false, evening: false } as const;
const countBrowsers = async () =>
  (await test.db.execute(sql`select 1 from push_subscriptions`)).rows.length;

it('notifications end with the sign-in that asked for them, and go on when it is renewed', async () => {
  const own = await test.createPerson();
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/a-browser',
    p256dh: randomBytes(65).toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const body = { ...REMINDERS, ...WISHES, subscription };
  expect((await own.call('PUT /api/reminders', { body })).status).toBe(200);
  await own.call('POST /api/auth/sign-in', { body: { email: own.email, password: PASSWORD } });
  expect(await countBrowsers()).toBe(1);
  expect((await own.call('GET /api/auth/sessions')).body.sessions).toHaveLength(1);
  await own.call('POST /api/auth/sign-out', { body: {} });
  expect(await countBrowsers()).toBe(0);
});

it('messages that were sent signed out with one’s own address go with the account', async () => {
  const own = await test.createPerson();
  const write = (replyTo: string) =>
    test.createBrowser().call('POST /api/feedback', {
      body: { text: 'Something of mine', page: '/help', replyTo, language: 'en', botToken: 'x' },
    });
  expect((await write(own.email.toUpperCase())).status).toBe(200);
  await write('somebody-else@example.org');
  await own.call('DELETE /api/users/me', {
    body: { email: own.email, currentPassword: PASSWORD },
  });
  const { rows } = await test.db.execute(sql`select reply_to from feedback`);
  expect(rows).toEqual([{ reply_to: 'somebody-else@example.org' }]);
});

it('an admin’s export of an account has no listens, flights or messages', async () => {
  const own = await test.createPerson();
  const admin = await test.createPerson({ state: 'admin' });
  const { body } = await admin.call('POST /api/admin/people/:id/export', {
    params: { id: own.id },
    body: { reason: 'they asked' },
  });
  const names = Object.keys((body as unknown as { tables: object }).tables);
  expect(names).toContain('passes');
  for (const name of ['listens', 'flights', 'feedback', 'support_questions', 'support_messages'])
    expect(names).not.toContain(name);
});
