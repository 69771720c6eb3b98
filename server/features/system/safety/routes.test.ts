import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { readRunningRelease } from './service.ts';

let test: TestApp;
beforeAll(async () => (test = await createTestApp()));
afterAll(() => test.close());

it('tells an admin which version runs and what changed in it, beside the checks', async () => {
  const admin = await test.createPerson({ state: 'admin' });
  const { body } = await admin.call('GET /api/admin/safety');
  expect(body).toMatchObject({ release: readRunningRelease() });
});
