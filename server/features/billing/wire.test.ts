import { expect, it } from 'vitest';
import { type CheckoutTerms, toCheckoutSessionParams } from './wire.ts';

const terms = (plan: CheckoutTerms['plan']): CheckoutTerms => ({
  checkoutId: 'a',
  attempt: 0,
  customerId: 'cus_1',
  plan,
  planName: 'Pass',
  currency: 'EUR',
  amountMinor: 1499,
  usualAmountMinor: 1499,
  offerId: null,
  replaced: null,
  language: 'en',
  isGift: false,
  successUrl: 'https://envol.test/ok',
  cancelUrl: 'https://envol.test/no',
});
const build = (plan: CheckoutTerms['plan'], tax: 'none' | 'automatic' | 'txr_1') =>
  toCheckoutSessionParams(terms(plan), 'envol', { discounts: [], tax });

it('an order is paid in the currency that it showed, whatever Stripe is set to', () => {
  expect(build('monthly', 'none')).toMatchObject({ adaptive_pricing: { enabled: false } });
});

it('an order asks for cards alone, which are paid or refused at once', () => {
  const allowed = { allowed_payment_method_types: ['card'] };
  expect([build('monthly', 'none'), build('trip', 'none')]).toMatchObject([allowed, allowed]);
});

it('an order without tax asks Stripe for none', () => {
  const text = JSON.stringify([build('monthly', 'none'), build('lifetime', 'none')]);
  expect(text).not.toMatch(/tax_rates|automatic_tax|customer_update/);
  expect(text).toContain('"tax_behavior":"inclusive"');
});

it('a fixed rate stays with a subscription, for its renewals too, and is on the line of what is paid once', () => {
  expect(build('yearly', 'txr_1').subscription_data).toMatchObject({
    default_tax_rates: ['txr_1'],
  });
  expect(build('yearly', 'txr_1').line_items?.[0]).not.toHaveProperty('tax_rates');
  expect(build('trip', 'txr_1').line_items).toMatchObject([{ tax_rates: ['txr_1'] }]);
});

it('automatic tax has the payment page ask for the address that it needs', () => {
  expect(build('monthly', 'automatic')).toMatchObject({
    automatic_tax: { enabled: true },
    customer_update: { address: 'auto' },
  });
});
