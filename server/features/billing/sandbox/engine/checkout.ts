import type Stripe from 'stripe';
import type { TestCard } from './cards.ts';
import { FakeStripeError, createResourceMissingError } from './errors.ts';
import { createNullFields, type PriceTerms } from './objects.ts';
import { buildInvoice } from './payment-objects.ts';
import {
  buildInvoicePayment,
  type PayerPresence,
  saveCard,
  chargeCard,
  toCardError,
} from './payments.ts';
import { startSubscription } from './subscriptions.ts';
import { recordPromotionRedemption, computeCouponReduction } from './promotions.ts';
import type { StripeState } from './state.ts';
import { applyReductionAndTax, type TaxTerms } from './tax.ts';

/** A checkout session, with what Stripe stores but does not show. */
export type StoredCheckoutSession = Stripe.Checkout.Session & {
  fixture: {
    terms: PriceTerms;
    tax: TaxTerms;
    objectMetadata: Record<string, string>;
    promotion?: string;
  };
};

export interface CheckoutSessionTerms {
  mode: 'payment' | 'subscription';
  terms: PriceTerms;
  tax: TaxTerms;
  coupon: string | undefined;
  metadata: Record<string, string>;
  objectMetadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string | null;
  expiresAt: number | undefined;
  locale: string | null;
  clientReference: string | null;
  email: string | null;
  takesCodes: boolean;
}

const DAY = 86_400;

/**
 * Refuses a subscription beside one in another currency, as Stripe does: "You can't combine currencies on a single
 * customer" (docs.stripe.com/currencies#currency-limitations).
 */
function refuseOtherCurrency(stripe: StripeState, currency: string): void {
  const other = stripe
    .list<Stripe.Subscription>('subscription')
    .find((one) => one.currency !== currency && !/canceled|incomplete_expired/.test(one.status));
  if (other)
    throw new FakeStripeError(
      400,
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
    );
}

/**
 * Opens a checkout session of the fake Stripe, which expires after a day unless `expiresAt` is given. `pageUrl` returns
 * the URL of its payment page.
 */
export function openCheckoutSession(
  stripe: StripeState,
  asked: CheckoutSessionTerms,
  pageUrl: (id: string) => string,
): StoredCheckoutSession {
  if (asked.mode === 'subscription') refuseOtherCurrency(stripe, asked.terms.currency);
  const id = stripe.nextId('cs_test');
  const off =
    asked.coupon === undefined ? 0 : computeCouponReduction(stripe, asked.coupon, asked.terms);
  const session: StoredCheckoutSession = {
    ...createNullFields('adaptive_pricing', 'after_expiration'),
    allow_promotion_codes: asked.takesCodes,
    ...createNullFields(
      'allowed_payment_method_types',
      'billing_address_collection',
      'client_secret',
    ),
    ...createNullFields(
      'collected_information',
      'consent',
      'consent_collection',
      'currency_conversion',
    ),
    ...createNullFields('customer_account', 'customer_creation', 'customer_email', 'discounts'),
    ...createNullFields(
      'integration_identifier',
      'invoice',
      'invoice_creation',
      'managed_payments',
    ),
    ...createNullFields(
      'origin_context',
      'payment_intent',
      'payment_link',
      'payment_method_collection',
    ),
    ...createNullFields(
      'payment_method_configuration_details',
      'payment_method_options',
      'permissions',
    ),
    ...createNullFields('recovered_from', 'saved_payment_method_options', 'setup_intent'),
    ...createNullFields(
      'shipping_address_collection',
      'shipping_cost',
      'submit_type',
      'subscription',
    ),
    ...createNullFields('wallet_options', 'customer_details'),
    id,
    object: 'checkout.session',
    amount_subtotal: asked.terms.amount,
    amount_total: asked.terms.amount - off,
    automatic_tax: {
      enabled: asked.tax.isAutomatic,
      ...createNullFields('liability', 'provider'),
      status: asked.tax.isAutomatic ? 'requires_location_inputs' : null,
    },
    cancel_url: asked.cancelUrl,
    client_reference_id: asked.clientReference,
    created: stripe.now,
    currency: asked.terms.currency,
    custom_fields: [],
    custom_text: createNullFields(
      'after_submit',
      'shipping_address',
      'submit',
      'terms_of_service_acceptance',
    ),
    customer: `cus_${stripe.key}`,
    expires_at: asked.expiresAt ?? stripe.now + DAY,
    livemode: false,
    locale: asked.locale,
    metadata: asked.metadata,
    mode: asked.mode,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    shipping_options: [],
    status: 'open',
    success_url: asked.successUrl.replace('{CHECKOUT_SESSION_ID}', id),
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: pageUrl(id),
    fixture: { terms: asked.terms, tax: asked.tax, objectMetadata: asked.objectMetadata },
  };
  return applyReductionAndTax(stripe, session, off);
}

/**
 * Returns a checkout session of the fake Stripe by its id, expiring it first if its time is over.
 * @throws {FakeStripeError} when there is none
 */
export function getCheckoutSessionExpiringIfDue(
  stripe: StripeState,
  id: string,
): StoredCheckoutSession {
  const session = stripe.get<StoredCheckoutSession>(id);
  if (!session) throw createResourceMissingError(id);
  if (session.status === 'open' && session.expires_at <= stripe.now)
    expireCheckoutSession(stripe, session);
  return session;
}

/**
 * Expires an open checkout session of the fake Stripe, so that it can no longer be paid.
 * @throws {FakeStripeError} when it is not open
 */
export function expireCheckoutSession(
  stripe: StripeState,
  session: StoredCheckoutSession,
): StoredCheckoutSession {
  if (session.status !== 'open')
    throw new FakeStripeError(
      400,
      'Only Checkout Sessions with a status in ["open"] can be expired.',
    );
  Object.assign(session, { status: 'expired', url: null });
  stripe.put(session);
  stripe.emit('checkout.session.expired', session);
  return session;
}

/**
 * Pays a checkout session of the fake Stripe with a test card, as a person does on its page. A session that is already
 * paid is returned unchanged.
 * @throws {FakeStripeError} when it has expired, or the bank declines or asks for authentication; it then stays open
 */
export function payCheckoutSession(
  stripe: StripeState,
  id: string,
  card: TestCard,
  presence: PayerPresence,
) {
  const session = getCheckoutSessionExpiringIfDue(stripe, id);
  if (session.status === 'complete') return session;
  if (session.status !== 'open') throw new FakeStripeError(400, 'This session has expired.');
  const { terms, tax, objectMetadata } = session.fixture;
  if (tax.isAutomatic) session.automatic_tax.status = 'complete';
  const off = session.total_details?.amount_discount ?? 0;
  applyReductionAndTax(stripe, session, off);
  const net = (session.amount_subtotal ?? 0) - off;
  const amount = session.amount_total ?? 0;
  const { currency } = terms;
  const paymentMethod = saveCard(stripe, card).id;
  if (session.mode === 'subscription') {
    const purchase = { terms, tax, amount, net, paymentMethod, metadata: objectMetadata };
    const { subscription, invoice } = startSubscription(stripe, purchase, presence);
    Object.assign(session, { subscription: subscription.id, invoice: invoice.id });
  } else {
    const { outcome, intent } =
      amount === 0
        ? { outcome: 'paid' as const, intent: null }
        : chargeCard(stripe, { amount, currency, paymentMethod }, presence);
    if (outcome !== 'paid') throw toCardError(outcome);
    if (intent) intent.metadata = objectMetadata;
    const line = { description: terms.product, amount: net, start: stripe.now, end: stripe.now };
    const bill = { currency, reason: 'manual' as const, lines: [line], subscription: null, tax };
    const invoice = buildInvoice(stripe, bill);
    Object.assign(invoice, { status: 'paid', amount_paid: amount, amount_remaining: 0 });
    invoice.status_transitions.paid_at = stripe.now;
    if (intent) invoice.payments!.data = [buildInvoicePayment(invoice, intent.id, stripe.now)];
    stripe.put(invoice);
    Object.assign(session, { payment_intent: intent?.id ?? null, invoice: invoice.id });
  }
  recordPromotionRedemption(stripe, session);
  const status = amount === 0 ? ('no_payment_required' as const) : ('paid' as const);
  Object.assign(session, { status: 'complete', payment_status: status, url: null });
  stripe.put(session);
  stripe.emit('checkout.session.completed', session);
  return session;
}
