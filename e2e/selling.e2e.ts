import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listSettingsSafetyChecks } from '#server/features/system/safety/policy.ts';
import { users } from '#server/features/account/table.ts';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import type { TestPerson } from '#server/testing/people.ts';
import type { TestCard } from '#shared/contract/sandbox.ts';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible } from './fixtures/browser.ts';
import {
  chooseRadio,
  goToPayment,
  pressButton,
  type Visitor,
  waitForHeading,
} from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

// What an operator sees and does before and while passes are sold, in test mode, with what buyers see of it.

const SELLING = { STRIPE_SECRET_KEY: 'sk_test_x' };
const NAMED = {
  OPERATOR_PHONE: '+33 1 00 00 00 00',
  OPERATOR_VAT: 'exempt',
  OPERATOR_MEDIATOR: 'Médiation Exemple',
};
const safety = listSettingsSafetyChecks(SELLING);
const testSite = createTestSite({ start: () => startTestServer({ safety }) });
let operator: TestPerson;
beforeAll(async () => {
  operator = await testSite.createPerson({ state: 'admin' });
});

/** The beginning of a text, up to the value in it. */
const startOf = (text: string) => text.split('{{')[0]?.trim() ?? '';

describe.each(LANGUAGES)('who sells passes, in %s,', (language) => {
  const openStudio = async (path: string) => {
    await setLanguage(language);
    const device = await testSite.openDeviceFor(operator, { language, ...SMALL_PHONE });
    await device.page.goto(path);
    return device;
  };
  const openBuyer = async () => {
    const device = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    await device.page.goto('/subscription');
    await goToPayment(device.visitor);
    return device;
  };

  it('is asked for a telephone number, what is charged of VAT and a mediator before the first sale', async () => {
    const { page, t } = await openStudio('/admin/safety');
    const read = (name: string) =>
      page.locator('main li', {
        has: page.getByRole('heading', { name: t(`studio-safety:checks.${name}.title`) }),
      });
    const law =
      language === 'fr'
        ? { phone: /Avant la première vente.*OPERATOR_PHONE.*téléphone/, vat: /exempt/ }
        : { phone: /Before the first sale.*OPERATOR_PHONE.*telephone/, vat: /exempt/ };
    await read('phone').getByText(law.phone).waitFor();
    await read('vat').getByText(law.vat).waitFor();
    await read('mediator').getByText('OPERATOR_MEDIATOR').waitFor();
    for (const name of ['phone', 'vat', 'mediator'])
      await read(name).getByText(t('studio-safety:states.warning'), { exact: true }).waitFor();
    await expectAccessible(page, 'what is asked for before the first sale');
    safety.splice(0, Infinity, ...listSettingsSafetyChecks({ ...SELLING, ...NAMED }));
    await page.reload();
    for (const name of ['phone', 'vat', 'mediator'])
      await read(name).getByText(t('studio-safety:states.ok'), { exact: true }).waitFor();
    safety.splice(0, Infinity, ...listSettingsSafetyChecks(SELLING));
  });

  it('makes promotion codes for a fifth and for everything, of which each buyer pays what is left, and sees the last event', async () => {
    const { page, visitor, t } = await openStudio('/admin/pricing');
    const codes = { 20: `FIFTH-${language}`, 100: `FREE-${language}` };
    const dialog = page.getByRole('dialog');
    for (const [percent, code] of Object.entries(codes)) {
      await pressButton(visitor, 'studio-pricing:promotions.add');
      const fill = (field: string, value: string) =>
        dialog.getByLabel(t(`studio-pricing:promotions.fields.${field}`)).fill(value);
      await fill('code', code);
      await fill('off', percent);
      if (percent === '20') await expectAccessible(page, 'a new promotion code');
      await pressButton(visitor, 'studio-pricing:promotions.save');
      await dialog.waitFor({ state: 'detached' });
    }
    const paid: Record<string, { amount: RegExp; receipt: RegExp }> = {
      20: { amount: /71[.,]99/, receipt: /71[.,]99/ },
      100: {
        amount: /\b0[.,]00/,
        receipt:
          language === 'fr'
            ? /avec un code, et rien n’a été débité/
            : /with a code, and nothing was charged/,
      },
    };
    for (const [percent, code] of Object.entries(codes)) {
      const buyer = await openBuyer();
      const field = buyer.page.getByLabel(t('billing:sandbox.code'), { exact: true });
      await field.fill('NO-SUCH-CODE');
      await pressButton(buyer.visitor, 'billing:sandbox.applyCode');
      await buyer.page.getByText(t('billing:sandbox.codeRefused')).waitFor();
      await field.fill(code);
      await pressButton(buyer.visitor, 'billing:sandbox.applyCode');
      await buyer.page.getByRole('button', { name: paid[percent]?.amount }).click();
      await waitForHeading(buyer.visitor, 'billing:success.title');
      await testSite.server.runJobs();
      const receipt = testSite.server.emails.findLast(({ to }) => to === buyer.person.email);
      expect(receipt?.text).toMatch(paid[percent]?.receipt ?? /^$/);
      // The code lowers the first payment alone.
      expect(receipt?.text).toMatch(/89[.,]99/);
    }
    await page.reload();
    const used = (code: string) => page.locator('li', { hasText: code.toUpperCase() });
    for (const code of Object.values(codes))
      await used(code)
        .getByText(t('studio-pricing:promotions.used', { count: 1 }))
        .waitFor();
    const day = language === 'fr' ? /24 novembre|24 nov\./ : /24 November|24 Nov/;
    await page
      .getByText(startOf(t('studio-pricing:stripe.lastEvent')))
      .filter({ hasText: day })
      .waitFor();
    await used(codes[100])
      .getByRole('button', { name: t('studio-pricing:promotions.end') })
      .click();
    await used(codes[100]).getByText(t('studio-pricing:promotions.over')).waitFor();
  });

  it('sees in test mode how a payment is disputed, refunded, and refunded in vain', async () => {
    const pay = async (card: TestCard) => {
      const { page, visitor, person } = await openBuyer();
      await chooseRadio(visitor, `billing:sandbox.cards.${card}`);
      await page.locator('form button[type=submit]').click();
      await waitForHeading(visitor, 'billing:success.title');
      return person;
    };
    await setLanguage(language);
    const disputing = await pay('disputed');
    const refunded = await pay('accepted');
    const unreachable = await pay('refund_fails');
    const { server } = testSite;
    await runPeriodicTasks(server.app.dependencies);
    await server.runJobs();

    const { page, visitor, t } = await openStudio('/admin/people');
    const dispute = page
      .locator('section', {
        has: page.getByRole('heading', { name: t('studio-people:disputes.title') }),
      })
      .locator('li', { hasText: disputing.email });
    await dispute.getByText(t('studio-people:disputes.states.open')).waitFor();
    await dispute.getByText(/89[.,]99/).waitFor();
    const refund = async ({ email }: TestPerson) => {
      await page.goto('/admin/people');
      await page.getByLabel(t('studio-people:find.email')).fill(email);
      await pressButton(visitor, 'studio-people:find.go');
      await page.getByRole('heading', { level: 1, name: email }).waitFor();
      await pressButton(visitor, 'studio-people:refund.open');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('studio-people:reason.label'), { exact: true }).fill('Asked for');
      await dialog.getByRole('button', { name: /89[.,]99/ }).click();
      const [, done = ''] = t('studio-people:refund.done').split('{{amount}}');
      await page.getByText(done.trim()).first().waitFor();
    };
    await refund(refunded);
    await page.getByText(startOfRefunded(t)).first().waitFor();
    await refund(unreachable);
    await server.runJobs();
    await runPeriodicTasks(server.app.dependencies);
    for (const person of [refunded, unreachable])
      expect((await person.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(false);
    await page.goto('/admin');
    const told =
      language === 'fr'
        ? /La banque a rejeté un remboursement du paiement/
        : /A refund of the payment .* failed at the bank/;
    await page.getByText(told).first().waitFor();
    const disputed =
      language === 'fr'
        ? /La banque conteste le paiement .*89,99/
        : /The bank disputes the payment .*89\.99/;
    await page.getByText(disputed).first().waitFor();
  });
});

const startOfRefunded = (t: Visitor['t']) =>
  t('studio-people:passes.refunded').split('}}').at(-1) ?? '';

/** Has the operator read in a language, and be written to in it. */
async function setLanguage(language: Language): Promise<void> {
  const { db } = testSite.server;
  await db.update(users).set({ preferredLanguage: language }).where(eq(users.id, operator.id));
}
