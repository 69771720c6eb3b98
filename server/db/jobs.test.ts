import { afterEach, describe, expect, it, vi } from 'vitest';
import { openJobs } from '#server/db/jobs.ts';
import type { Post } from '#server/features/mail/service.ts';
import { jobHandlers } from '#server/jobs.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';

let test: TestApp;
afterEach(() => test.close());

/** A server that works its jobs off by itself, and hands its letters to `send`. */
async function working(send: (post: Post) => Promise<void>, hears: boolean): Promise<void> {
  test = await testApp({
    mailer: { send },
    made: async ({ pool: { run, listen } }) => ({
      jobs: await openJobs({ run, ...(hears && { listen }) }),
    }),
  });
  const { dependencies } = test.app;
  await dependencies.jobs.work(jobHandlers(dependencies));
}

describe.each([
  ['the database tells of', true],
  ['nobody tells of', false],
])('jobs that %s', (_who, hears) => {
  it('are done in moments, twenty asked for at once, though one letter hangs', async () => {
    const taken = new Set<string>();
    const hanging = Promise.withResolvers<void>();
    await working(({ to }) => {
      if (to === 'hangs@example.org') return hanging.promise;
      taken.add(to);
      return Promise.resolve();
    }, hears);
    const forgot = (email: string) =>
      test.signedOut().call('POST /api/auth/forgot', { body: { email, language: 'en' } });
    const began = performance.now();
    await forgot('hangs@example.org');
    const people = Array.from({ length: 20 }, (_, index) => `forgets-${index}@example.org`);
    await Promise.all(people.map(forgot));
    await vi.waitFor(() => expect(taken.size).toBe(20), { timeout: 10_000 });
    const seconds = (performance.now() - began) / 1000;
    hanging.resolve();
    expect(seconds).toBeLessThan(hears ? 5 : 10);
  });
});
