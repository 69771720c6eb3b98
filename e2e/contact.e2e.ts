import { describe, expect, it } from 'vitest';
import { expectAccessible } from './fixtures/browser.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

describe.each(['en', 'fr'] as const)('writing to the operator, in %s', (language) => {
  it('works from the help page for a visitor, and says what is missing', async () => {
    const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
    const { page, t, visitor } = await testSite.openVisitor({ language, locale, ...SMALL_PHONE });
    await page.goto('/help');
    await page.getByRole('link', { name: t('help:help.contact.open') }).click();
    await waitForHeading(visitor, 'feedback:contact.title');
    await pressButton(visitor, 'feedback:form.send');
    await page.getByText(t('feedback:form.textMissing')).waitFor();
    await expectAccessible(page, 'the form to write to us');
    await page.getByLabel(t('feedback:form.text')).fill(`A question, ${language}`);
    await page.getByLabel(t('feedback:form.reply')).fill('ada@example.org');
    await pressButton(visitor, 'feedback:form.send');
    await page.getByText(t('feedback:contact.sent')).waitFor();

    const admin = await testSite.openSignedIn({ state: 'admin', language });
    await admin.page.goto('/admin');
    await admin.page.getByText(`A question, ${language}`).waitFor();
    const answer = t('admin:messages.answer', { address: 'ada@example.org' });
    expect(await admin.page.getByRole('link', { name: answer }).first().getAttribute('href')).toBe(
      'mailto:ada@example.org',
    );
  });

  it('is open during onboarding, and the hidden banner comes back from the settings', async () => {
    const newcomer = await testSite.openSignedIn({ state: 'onboarding', language });
    await newcomer.page.goto('/contact?from=/onboarding');
    await waitForHeading(newcomer.visitor, 'feedback:contact.title');

    const { page, t, visitor } = await testSite.openSignedIn({ language });
    await page.goto('/profile?tab=settings');
    await pressButton(visitor, 'feedback:banner.dismiss');
    await pressButton(visitor, 'profile:feedback.showBanner');
    const banner = page.getByRole('complementary', { name: t('feedback:banner.label') });
    await banner.waitFor();
    await expectAccessible(page, 'the settings with the banner');
  });
});
