import type { TestApp } from './app.ts';

/** Joins the waiting list as the owner of an address does: by the form, then by the link of the e-mail. */
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
