import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { createMailer } from './service.ts';

let outbox: string;
let test: TestApp;
beforeAll(async () => {
  outbox = await mkdtemp(path.join(tmpdir(), 'envol-letters-'));
  const files = { client: '/none', pages: '/none', media: '/none', outbox };
  test = await testApp({ files });
});
afterAll(async () => {
  await test.close();
  await rm(outbox, { recursive: true });
});

it('an admin who reads a kept letter is written down, and nobody who only sees the list', async () => {
  const admin = await test.as({ state: 'admin' });
  const id = crypto.randomUUID();
  const post = { id, to: 'ada@example.org', subject: 'A letter', html: '<p>Hello', text: 'Hello' };
  await createMailer({ smtpUrl: null, from: 'Envol <envol@localhost>', outbox }).send(post);
  const read = (letter: string) =>
    admin.call('GET /api/admin/letters/:id', { params: { id: letter } });
  const entries = async () => (await admin.call('GET /api/admin/audit')).body.entries;
  expect((await admin.call('GET /api/admin/letters')).body.letters).toHaveLength(1);
  expect((await read(crypto.randomUUID())).status).toBe(404);
  expect(await entries()).toEqual([]);
  expect((await read(id)).status).toBe(200);
  expect(await entries()).toMatchObject([
    { action: 'letter.read', by: 'admin', actor: admin.email, details: { letter: id } },
  ]);
});
