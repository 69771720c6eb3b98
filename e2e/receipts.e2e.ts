import { expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { buyPass, pressButton, waitForHeading } from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';
import { parseOperatorSettings } from '#server/features/system/policy.ts';

// What the receipts of an operator who charges VAT say of it, on the screen and on paper.

const operator = parseOperatorSettings({ OPERATOR_VAT: 'FR00123456789' });
const testSite = createTestSite({ start: () => startTestServer({ operator, tax: 'automatic' }) });

const WORDS = {
  en: {
    amount: 'including €15.00 of VAT',
    email: /\(including €15\.00 of VAT, number FR00123456789\)/,
  },
  fr: {
    amount: /dont 15,00\s€ de TVA/,
    email: /\(dont 15,00\s€ de TVA, numéro FR00123456789\)/,
  },
};

it.each(LANGUAGES)(
  'a receipt names the VAT in it, by email and where receipts are found, on paper too, in %s',
  async (language) => {
    const words = WORDS[language];
    const { page, visitor, t, person } = await testSite.openSignedIn(
      { state: 'no_pass', language },
      SMALL_PHONE,
    );
    await page.goto('/subscription');
    await buyPass(visitor);
    await page.goto('/subscription');
    const toReceipts = page.getByRole('button', {
      name: new RegExp(`^${t('billing:manage.payment')}`),
    });
    await toReceipts.click();
    await waitForHeading(visitor, 'billing:sandbox.portalTitle');
    const receipt = page.getByRole('listitem').filter({ hasText: words.amount });
    await receipt.waitFor();
    await expectAccessible(page, 'receipts that name their tax');
    await page.emulateMedia({ media: 'print' });
    expect(await receipt.isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: t('billing:sandbox.newCard') }).isVisible()).toBe(
      false,
    );
    await page.emulateMedia({ media: null });
    await pressButton(visitor, 'billing:sandbox.newCard');
    await page.getByText(t('billing:sandbox.changed')).waitFor();
    await receipt.waitFor();

    await testSite.server.runJobs();
    const email = testSite.server.emails.findLast(({ to }) => to === person.email);
    await page.goto('about:blank');
    await page.setContent(email?.html ?? '');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText(words.email).isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
  },
);
