// @module-tag whole

import { afterAll, describe, expect, it } from 'vitest';
import { createBillingProvider } from '#server/features/billing/service.ts';
import { listPasses } from '#server/features/billing/reads.ts';
import { createFakeStripe } from '#server/features/billing/sandbox/engine/fake-stripe.ts';
import { serveFakeStripe } from '#server/testing/stripe/server.ts';
import { createMemoryStripeStore } from '#server/features/billing/sandbox/engine/state.ts';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import { ORDER_CONSENT } from '#server/testing/people.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { journeyClock } from './fixtures/journey-date.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { findBuyButton, giveConsents, pressButton, waitForHeading } from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

/** Stripe, whose events are all lost: what was paid is found by the page after the payment. */
const fixture = createFakeStripe({
  store: createMemoryStripeStore(),
  clock: journeyClock,
  urls: {
    checkout: (id) => `https://checkout.test/${id}`,
    portal: (id) => `https://portal.test/${id}`,
    invoice: (id) => `https://invoice.test/${id}`,
  },
  deliver: () => undefined,
});
let stripe: Awaited<ReturnType<typeof serveFakeStripe>>;
const testSite = createTestSite({
  start: async () => {
    stripe = await serveFakeStripe(fixture);
    const payments = createBillingProvider({
      secretKey: 'sk_test_fixture',
      webhookSecrets: ['whsec_fixture'],
      apiBase: stripe.base,
      timeoutMs: 300,
    });
    return startTestServer({ billing: 'stripe', payments });
  },
});
afterAll(() => stripe.close());

// What is agreed to and charged is words, so it is walked in both languages.
describe.each(LANGUAGES)('while Stripe does not answer, in %s,', (language) => {
  it('an order is refused in a sentence and charged once in the end, and a pass goes on, is stopped and given back', async () => {
    const device = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    const { page, visitor, person, t } = device;
    const isShown = (key: string) =>
      page
        .getByRole('alert')
        .filter({ hasText: t(key) })
        .waitFor();
    const row = (key: string) =>
      page
        .getByRole('button', { name: t(key) })
        .first()
        .click();
    await page.goto('/subscription');
    await findBuyButton(visitor).click();
    await giveConsents(visitor);
    for (const trouble of ['dead', 'slow', 'garbage'] as const) {
      stripe.state.trouble = trouble;
      const refused = page.waitForResponse('**/api/checkouts');
      await pressButton(visitor, trouble === 'dead' ? 'billing:pay.go' : 'billing:error.tryAgain');
      expect((await refused).status(), trouble).toBe(503);
      await isShown('errors:payments_unavailable');
    }
    await expectAccessible(page, 'an order that was refused');
    stripe.state.trouble = null;
    await page.route('https://checkout.test/**', (route) => route.fulfill({ body: 'Stripe' }));
    await pressButton(visitor, 'billing:error.tryAgain');
    await page.waitForURL('https://checkout.test/**');
    await fixture.actions.pay(page.url().split('/').at(-1) ?? '', 'accepted');
    stripe.state.trouble = 'dead';
    await page.goto('/subscription-success?paid=1');
    await waitForHeading(visitor, 'billing:success.waitTitle');
    stripe.state.trouble = null;
    await waitForHeading(visitor, 'billing:success.title');

    stripe.state.trouble = 'garbage';
    const { id } = await findPlayableSession(person);
    await page.goto(`/content/${id}`);
    await pressButton(visitor, 'player:complete.mark');
    await page.getByText(t('player:complete.done')).first().waitFor();
    stripe.state.trouble = 'dead';
    await page.goto('/subscription');
    await row('billing:manage.payment');
    await isShown('errors:billing_portal');
    await page.getByRole('link', { name: t('billing:error.support') }).click();
    await waitForHeading(visitor, 'feedback:contact.title');
    const written = await page.getByLabel(t('feedback:form.text')).inputValue();
    expect(written).toContain(t('feedback:contact.about.billing_portal'));
    await page.goBack();
    await row('billing:manage.stop');
    await pressButton(visitor, 'contract:end.submit');
    await waitForHeading(visitor, 'contract:end.received');
    const goBack = () => page.getByRole('link', { name: t('contract:back') }).click();
    await goBack();
    await row('billing:manage.withdraw');
    await pressButton(visitor, 'contract:withdraw.submit');
    await waitForHeading(visitor, 'contract:withdraw.received');
    await goBack();
    await waitForHeading(visitor, 'billing:manage.withdrawnTitle');
    await expectAccessible(page, 'a pass that was given back while Stripe is dead');
    stripe.state.trouble = null;
    await testSite.server.runJobs();
    await page.reload();
    await waitForHeading(visitor, 'billing:choose.title');
    const [pass] = await listPasses(testSite.server.db, person.id);
    const charges = await fixture.actions.readCharges(pass?.customerId ?? '');
    expect(charges.map(({ amount_refunded: back, amount }) => back === amount)).toEqual([true]);
  });
});

it('a payment whose event is lost and whose browser is gone opens its pass with the next periodic tasks, and the studio warns and says how Stripe has to be set, in both languages', async () => {
  const buyer = await testSite.createPerson({ state: 'no_pass' });
  const body = { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT } as const;
  const { url } = (await buyer.call('POST /api/checkouts', { body })).body;
  await fixture.actions.pay(url.split('/').at(-1) ?? '', 'accepted');
  const isOpen = async () =>
    (await buyer.call('GET /api/subscription-status')).body.hasActiveAccess;
  expect(await isOpen()).toBe(false);
  await runPeriodicTasks(testSite.server.app.dependencies);
  expect(await isOpen()).toBe(true);
  const words = {
    en: ['No event from Stripe in the last two months', 'One payment of the last seven days'],
    fr: ['Aucun événement de Stripe depuis deux mois', 'Un paiement des sept derniers jours'],
  } as const;
  for (const language of LANGUAGES) {
    const { page, t } = await testSite.openSignedIn({ state: 'admin', language }, SMALL_PHONE);
    await page.goto('/admin/pricing');
    await page.getByText(t('studio-pricing:stripe.missedTitle')).waitFor();
    for (const said of words[language]) await page.getByText(said).waitFor();
    // What Stripe has to be set to: told where no key can read it, and the address that it has to call.
    const findCheck = (name: 'dunning' | 'webhook') =>
      page
        .getByRole('listitem')
        .filter({ hasText: t(`studio-pricing:stripe.checks.${name}.title`) })
        .filter({ hasText: t(`studio-pricing:stripe.checks.${name}.mend`) });
    await findCheck('dunning')
      .filter({ hasText: t('studio-pricing:stripe.states.by_hand') })
      .waitFor();
    await findCheck('webhook')
      .filter({ hasText: `${testSite.server.url}/api/webhooks/stripe` })
      .waitFor();
    await expectAccessible(page, 'events that do not come');
  }
});
