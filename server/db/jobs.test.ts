import { afterEach, describe, expect, it } from 'vitest';
import { openJobs } from '#server/db/jobs.ts';
import type { OutgoingEmail } from '#server/features/mail/service.ts';
import { createJobHandlers } from '#server/jobs.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';

let test: TestApp;
afterEach(() => test.close());

/** A server that works its jobs off by itself, and passes its e-mails to `send`. */
async function working(
  send: (post: OutgoingEmail) => Promise<void>,
  hears: boolean,
): Promise<void> {
  test = await createTestApp({
    mailer: { send },
    create: async ({ pool: { run, listen } }) => ({
      jobs: await openJobs({ run, ...(hears && { listen }) }),
    }),
  });
  const { dependencies } = test.app;
  await dependencies.jobs.startWorkers(createJobHandlers(dependencies));
}

describe.each([
  ['the database tells of', true],
  ['nobody tells of', false],
])('jobs that %s', (_who, hears) => {
  it('are done, twenty asked for at once, while one letter hangs', async () => {
    const taken = new Set<string>();
    const hanging = Promise.withResolvers<void>();
    await working(({ to }) => {
      if (to === 'hangs@example.org') return hanging.promise;
      taken.add(to);
      return Promise.resolve();
    }, hears);
    const forgot = (email: string) =>
      test.createBrowser().call('POST /api/auth/forgot', { body: { email, language: 'en' } });
    await forgot('hangs@example.org');
    const people = Array.from({ length: 20 }, (_, index) => `forgets-${index}@example.org`);
    await Promise.all(people.map(forgot));
    await expect.poll(() => taken.size).toBe(20);
    hanging.resolve();
  });
});
