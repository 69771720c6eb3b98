import { describe, expect, it } from 'vitest';
import { expectAccessible, hasFocus } from './fixtures/browser.ts';
import { PASSWORD, pressButton } from './fixtures/steps.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';

const testSite = createTestSite();

describe.each(WALKED_LANGUAGES)('a field that is refused, in %s', (language) => {
  it('says why, and has the focus: name, password and flight', async () => {
    const { page, visitor, t } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    await page.goto('/profile');
    await pressButton(visitor, 'profile:you.edit');
    const name = page.getByLabel(t('profile:you.name'), { exact: true });
    await name.fill('Ada\u202e');
    await pressButton(visitor, 'profile:you.save');
    await page.getByText(t('errors:field.control_characters')).waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await page.goto('/profile?tab=settings');

    await pressButton(visitor, 'security:password.open');
    await page.getByLabel(t('security:currentPassword')).fill(PASSWORD);
    const password = page.getByLabel(t('security:password.label'), { exact: true });
    await password.fill('password123');
    await pressButton(visitor, 'security:password.submit');
    await page.getByText(t('errors:password_too_common')).waitFor();
    expect(await hasFocus(password)).toBe(true);
    await expectAccessible(page, 'a password that is refused');

    await page.goto('/');
    await page
      .getByRole('button', { name: t('home:flight.add') })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('flights:date')).fill(testSite.server.inDays(20));
    // Hidden while the details are collapsed.
    const from = dialog.locator('[role=combobox]').first();
    const more = dialog.getByText(t('flights:more'));
    await more.click();
    await from.fill('nowhere');
    await more.click();
    await from.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: t('flights:save') }).click();
    await dialog.getByText(t('flights:airportUnknown')).waitFor();
    expect(await hasFocus(from)).toBe(true);
  });

  it('says why before there is an account: an address that the server does not take', async () => {
    const locale = BROWSER_LOCALES[language];
    const { page, visitor, t } = await testSite.openVisitor({ language, locale });
    await page.goto('/auth?mode=sign-up');
    const email = page.getByLabel(t('auth:email'), { exact: true });
    await email.fill('ada@example..org');
    await page.getByLabel(t('auth:password'), { exact: true }).fill(PASSWORD);
    await pressButton(visitor, 'auth:signUp.submit');
    await page.getByText(t('errors:field.not_an_email')).waitFor();
    expect(await hasFocus(email)).toBe(true);
  });
});
