import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createMailer } from './service.ts';

let mailFolder: string;
let test: TestApp;
beforeAll(async () => {
  mailFolder = await mkdtemp(path.join(tmpdir(), 'envol-mail-'));
  const files = { client: '/none', pages: '/none', renderer: '/none', media: '/none', mailFolder };
  test = await createTestApp({ files });
});
afterAll(async () => {
  await test.close();
  await rm(mailFolder, { recursive: true });
});

it('an admin who reads an unsent e-mail is recorded in the audit log; listing them is not', async () => {
  const admin = await test.createPerson({ state: 'admin' });
  const id = crypto.randomUUID();
  const post = { id, to: 'ada@example.org', subject: 'An e-mail', html: '<p>Hello', text: 'Hello' };
  await createMailer({ smtpUrl: null, from: 'Envol <envol@localhost>', mailFolder }).send(post);
  const read = (email: string) =>
    admin.call('GET /api/admin/emails/:id', { params: { id: email } });
  const entries = async () => (await admin.call('GET /api/admin/audit')).body.entries;
  expect((await admin.call('GET /api/admin/emails')).body.emails).toHaveLength(1);
  expect((await read(crypto.randomUUID())).status).toBe(404);
  expect(await entries()).toEqual([]);
  expect((await read(id)).status).toBe(200);
  expect(await entries()).toMatchObject([
    {
      action: 'email.read',
      by: 'admin',
      actor: admin.email,
      details: { email: id, hasAccount: false },
    },
  ]);
});

it('an e-mail that an admin reads is recorded with whose it is, and its owner is shown who read it', async () => {
  const admin = await test.createPerson({ state: 'admin', name: 'Grace' });
  const own = await test.createPerson();
  const id = crypto.randomUUID();
  const post = { id, to: own.email, subject: 'A reset', html: '<p>Hello', text: 'Hello' };
  await createMailer({ smtpUrl: null, from: 'Envol <envol@localhost>', mailFolder }).send(post);
  await admin.call('GET /api/admin/emails/:id', { params: { id } });
  const { entries } = (await admin.call('GET /api/admin/audit')).body;
  expect(entries[0]).toMatchObject({ actor: admin.email, subject: own.email });
  const { events } = (await own.call('GET /api/auth/events')).body;
  expect(events[0]).toMatchObject({ kind: 'email_read', by: 'Grace', device: null });
  const others = (await admin.call('GET /api/auth/events')).body.events;
  expect(others.map(({ kind }) => kind)).not.toContain('email_read');
});
