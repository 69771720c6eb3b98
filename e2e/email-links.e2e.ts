import { expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { createAddress, pressButton, waitForHeading } from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();

/** Sends what waits to be sent; finds the link in the last email to an address. */
async function findLink(address: string): Promise<string> {
  await testSite.server.runJobs();
  const email = testSite.server.emails.findLast(({ to }) => to === address);
  return /http:\/\/\S+/.exec(email?.text ?? '')?.[0] ?? '';
}

it.each(LANGUAGES)(
  'links of emails open for whoever is signed in and in the middle of the introduction, and lead back to it (%s)',
  async (language) => {
    const { page, visitor, t } = await testSite.openVisitor({
      language,
      locale: BROWSER_LOCALES[language],
    });
    const email = createAddress('unfinished');
    const person = await testSite.createPerson({
      state: 'onboarding',
      language,
      email,
      isConfirmed: false,
    });
    await testSite.authenticate(page, person);
    await page.goto('/auth');
    await page.waitForURL('**/onboarding');
    for (const view of ['reset', 'confirmSignUp', 'invited', 'lock'] as const) {
      const mode = view === 'confirmSignUp' ? 'confirm-sign-up' : view;
      await page.goto(`/auth?mode=${mode}#${'x'.repeat(32)}`);
      await waitForHeading(visitor, `auth:${view}.title`);
    }
    await page.goto(`/waitlist?mode=confirm#${'x'.repeat(32)}`);
    await page.getByRole('button', { name: t('landing:waitlist.confirm.send') }).waitFor();

    await person.call('POST /api/auth/email/confirmation', { body: { language } });
    await page.goto(await findLink(email));
    await pressButton(visitor, 'auth:confirmEmail.submit');
    await page.getByText(t('auth:confirmEmail.done')).waitFor();
    expect((await person.call('GET /api/users/me')).body.emailConfirmed).toBe(true);
    await page.getByRole('link', { name: t('auth:goOn') }).click();
    await waitForHeading(visitor, 'onboarding:name.title');
  },
);
