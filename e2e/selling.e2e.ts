// @module-tag whole

import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/features/account/table.ts';
import { listPasses } from '#server/features/billing/reads.ts';
import { refundFailures } from '#server/features/billing/table.ts';
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
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

// What an operator sees and does before and while passes are sold, in test mode, with what buyers see of it.

const testSite = createTestSite();
type Buyer = Awaited<ReturnType<typeof testSite.openSignedIn>>;
let operator: TestPerson;
beforeAll(async () => {
  operator = await testSite.createPerson({ state: 'admin' });
});

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
      if (percent === '100') await withdrawForNothing(buyer);
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

  it('sees in test mode how a payment is disputed, refunded, and refunded in vain, with each of three further tries', async () => {
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
    const [unpaid] = await listPasses(server.db, unreachable.id);
    const payment = unpaid?.paymentRef ?? '';
    const listReturned = () =>
      server.db.select().from(refundFailures).where(eq(refundFailures.paymentRef, payment));
    // Its bank sends each back at once; a fourth is not made.
    for (const tries of [1, 2, 3, 4, 4]) {
      expect(await listReturned()).toHaveLength(tries);
      await runPeriodicTasks(server.app.dependencies);
      await server.runJobs();
    }
    for (const person of [refunded, unreachable])
      expect((await person.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(false);
    await page.goto('/admin');
    const [failed, givenUp] =
      language === 'fr'
        ? [
            'La banque a rejeté un remboursement du paiement',
            /après trois nouveaux essais.*vous le lui devez/,
          ]
        : ['failed at the bank', /after three further tries.*you still owe it/];
    const told = page.locator('#messages li', { hasText: payment });
    await told.filter({ hasText: givenUp }).waitFor();
    expect(await told.filter({ hasText: failed }).count()).toBe(3);
    await expectAccessible(page, 'a refund that is owed another way');
    const disputed =
      language === 'fr'
        ? /La banque conteste le paiement .*89,99/
        : /The bank disputes the payment .*89\.99/;
    await page.getByText(disputed).first().waitFor();
  });
});

async function withdrawForNothing({ page, visitor, person, t }: Buyer): Promise<void> {
  await page.goto('/subscription');
  await page
    .getByRole('button', { name: new RegExp(`^${t('billing:manage.withdraw')}`) })
    .filter({ hasText: startOf(t('billing:manage.withdrawFree')) })
    .click();
  await waitForHeading(visitor, 'contract:withdraw.title');
  await page.getByText(t('contract:withdraw.happensFree')).waitFor();
  await expectAccessible(page, 'withdrawing from what was free');
  const confirm = page.getByRole('button', { name: t('contract:withdraw.submit'), exact: true });
  await confirm.press('Enter');
  await waitForHeading(visitor, 'contract:withdraw.received');
  await page.getByText(t('contract:withdraw.effectFree')).waitFor();
  await testSite.server.runJobs();
  const email = testSite.server.emails.findLast(({ to }) => to === person.email);
  expect(email?.text).not.toMatch(/\d[.,]\d\d/);
  expect((await person.call('GET /api/subscription-status')).body.hasActiveAccess).toBe(false);
}

const startOfRefunded = (t: Visitor['t']) =>
  t('studio-people:passes.refunded').split('}}').at(-1) ?? '';

/** Has the operator read in a language, and be written to in it. */
async function setLanguage(language: Language): Promise<void> {
  const { db } = testSite.server;
  await db.update(users).set({ preferredLanguage: language }).where(eq(users.id, operator.id));
}
