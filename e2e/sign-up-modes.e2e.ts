import { describe, expect, it } from 'vitest';
import { inviteByEmail } from '#server/features/invitations/writes.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { createAddress, PASSWORD, pressButton, waitForHeading } from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';

const testSite = createTestSite({ start: () => startTestServer({ signUp: 'waitlist' }) });

describe.each(WALKED_LANGUAGES)('while accounts are by invitation, in %s', (language) => {
  it('every way in leads to the waitlist, and the link of an invitation to the first question', async () => {
    const locale = BROWSER_LOCALES[language];
    const { page, t, visitor } = await testSite.openVisitor({ language, locale, ...SMALL_PHONE });
    await page.goto('/');
    const waitlist = page.getByRole('link', { name: t('landing:join.waitlist') });
    await expect.poll(() => waitlist.count()).toBe(2);
    expect(await page.locator('a[href*="mode=sign-up"]').count()).toBe(0);
    await waitlist.first().click();
    await page.getByText(t('landing:waitlist.lead.waitlist', { name: 'Envol' })).waitFor();
    expect(await page.getByText(t('landing:waitlist.join')).count()).toBe(0);

    await page.goto('/auth?mode=sign-up');
    await waitForHeading(visitor, 'auth:notOpen.waitlist.title');
    await expectAccessible(page, 'sign-up by invitation');
    const { app, db } = testSite.server;
    const person = { email: createAddress('invited'), language };
    await page.goto((await inviteByEmail(app.dependencies, db, person, null)) ?? '');
    await waitForHeading(visitor, 'auth:invited.title');
    await expectAccessible(page, 'an invitation');
    await page.getByLabel(t('auth:invited.label'), { exact: true }).fill(PASSWORD);
    await pressButton(visitor, 'auth:invited.submit');
    await waitForHeading(visitor, 'onboarding:name.title');
  });
});
