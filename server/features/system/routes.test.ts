import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';

let test: TestApp;
beforeAll(async () => (test = await createTestApp()));
afterAll(() => test.close());

it('tells an admin how much background work there is, and others only that it is ready', async () => {
  const admin = await test.createPerson({ state: 'admin' });
  const member = await test.createPerson();
  await test.runJobs();
  await test
    .createBrowser()
    .call('POST /api/auth/forgot', { body: { email: member.email, language: 'en' } });
  const read = async (browser: Pick<typeof admin, 'call'>) =>
    (await browser.call('GET /ready')).body;
  expect(await read(test.createBrowser())).toEqual({ status: 'ready' });
  expect(await read(member)).toEqual({ status: 'ready' });
  expect(await read(admin)).toEqual({
    status: 'ready',
    jobs: { waiting: 1, running: 0, failed: 0, oldestSeconds: expect.any(Number) as number },
  });
});
