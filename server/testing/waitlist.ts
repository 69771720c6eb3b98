import type { TestApp } from './app.ts';

/**
 * Joins the waiting list with an address: by the form, then by the link in the e-mail. Runs the pending jobs. Throws
 * when that fails.
 */
export async function joinWaitlist(test: TestApp, email: string): Promise<void> {
  const visitor = test.createBrowser();
  await visitor.call('POST /api/waitlist', { body: { email, language: 'en' } });
  await test.runJobs();
  const links = test.emails.flatMap(({ to, text }) =>
    to === email ? (/waitlist\?mode=confirm#([\w.-]+)/.exec(text)?.[1] ?? []) : [],
  );
  const { status } = await visitor.call('POST /api/waitlist/confirm', {
    body: { token: links.at(-1) },
  });
  if (status !== 200) throw new Error(`the waiting list answered ${status}`);
}
