import { expect, it } from 'vitest';
import { createTestClock } from '#server/testing/clock.ts';
import { createStripeAccount } from '#server/testing/stripe-model/account.ts';
import { payCheckoutSession } from '#server/testing/stripe-model/checkout-payment.ts';
import { tryToApplyPromotionCode } from '#server/testing/stripe-model/checkout.ts';
import { createCard } from '#server/testing/stripe-model/customers.ts';
import { createCoupon, createPromotionCode } from '#server/testing/stripe-model/discounts.ts';
import { createInProcessStripe } from '#server/testing/stripe-model/server.ts';
import { createBillingProvider } from '../service.ts';

it('a year with a code that is valid for good keeps it where it goes on monthly, and says what that will cost', async () => {
  const clock = createTestClock('2026-01-05T09:00:00Z');
  const account = createStripeAccount(clock, () => undefined);
  const { fetch } = createInProcessStripe({ account, chooseFault: () => null });
  const payments = createBillingProvider({ secretKey: 'sk_live_one', webhookSecrets: [], fetch });
  const { id: coupon } = createCoupon(account, { percent_off: '25', duration: 'forever' });
  createPromotionCode(account, { promotion: { type: 'coupon', coupon }, code: 'ALWAYS' });
  const customerId = await payments.createCustomer('ada', 'ada@example.com', 'once');
  const { sessionId } = await payments.openCheckout({
    checkoutId: '01900000-0000-7000-8000-000000000000',
    attempt: 0,
    customerId,
    plan: 'yearly',
    planName: 'Yearly pass',
    currency: 'EUR',
    language: 'en',
    amountMinor: 8999,
    usualAmountMinor: 8999,
    offerId: null,
    isGift: false,
    replaced: null,
    successUrl: 'https://a.example',
    cancelUrl: 'https://b.example',
  });
  const session = account.sessions.get(sessionId)!;
  tryToApplyPromotionCode(account, session, 'ALWAYS');
  payCheckoutSession(account, session, createCard(account, 'pays', '4242').id, true);
  const readOwn = async () => (await payments.readCustomer(customerId)).subscriptions[0]!;
  const monthly = { planName: 'Monthly pass', currency: 'EUR', amountMinor: 1499 };
  await payments.planMonthly((await readOwn()).id, monthly);
  expect(await readOwn()).toMatchObject({
    dueMinor: 6749,
    next: { plan: 'monthly', amountMinor: 1124 },
  });
  for (const day of ['2027-01-05T10:00:00Z', '2027-01-05T12:00:00Z']) {
    clock.set(day);
    account.runDue();
  }
  expect([...account.charges.values()].map(({ amount }) => amount)).toEqual([6749, 1124]);
});
