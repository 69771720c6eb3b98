import { type StripeAccount, DAY_S, findLiveCustomerOrRefuse, StripeRefusal } from './account.ts';
import type { Coupon } from './discount-objects.ts';
import { findRedeemableCoupon, computeCouponReduction } from './discounts.ts';
import type { CheckoutSession, LineItem, Price } from './objects.ts';
import { isSubscriptionEnded } from './subscriptions.ts';
import { computeTotalTaxes, type TaxTerms } from './taxes.ts';

/** What the model keeps of a session besides what Stripe shows. */
export interface CheckoutSessionPlan {
  price: Price;
  coupon: Coupon | null;
  subscriptionMetadata: Record<string, string>;
  intentMetadata: Record<string, string>;
  billingMode: 'classic' | 'flexible' | null;
  tax: TaxTerms;
  /** "invoice_creation … Generate a post-purchase Invoice for one-time payments" (Stripe API, Create a Checkout Session). */
  hasInvoice: boolean;
}

export interface NewCheckoutSession extends CheckoutSessionPlan {
  mode: CheckoutSession['mode'];
  customer: string;
  metadata: Record<string, string>;
  clientReferenceId: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
  expiresAt: number | null;
  methodTypes: string[];
  allowsCodes: boolean;
}

const plans = new WeakMap<CheckoutSession, CheckoutSessionPlan>();
export const findCheckoutSessionPlan = (session: CheckoutSession) => plans.get(session);

const computeDiscount = ({ price, coupon }: CheckoutSessionPlan) =>
  coupon ? computeCouponReduction(coupon, price.unit_amount) : 0;

/**
 * Opens a page of payment. "expires_at … can be anywhere from 30 minutes to 24 hours after Checkout Session creation. By
 * default, this value is 24 hours from creation" (Stripe API, Create a Checkout Session).
 */
export function createCheckoutSession(
  account: StripeAccount,
  given: NewCheckoutSession,
): CheckoutSession {
  refuseOtherCurrency(account, findLiveCustomerOrRefuse(account, given.customer).id, given);
  const now = account.now();
  const expiresAt = given.expiresAt ?? now + DAY_S;
  if (expiresAt < now + 1800 || expiresAt > now + DAY_S)
    throw new StripeRefusal(
      400,
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    );
  if (given.coupon && given.allowsCodes)
    throw new StripeRefusal(
      400,
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
    );
  const base = account.make('sessions', 'checkout.session');
  const discount = computeDiscount(given);
  const session: CheckoutSession = {
    ...base,
    mode: given.mode,
    status: 'open',
    payment_status: 'unpaid',
    customer: given.customer,
    client_reference_id: given.clientReferenceId,
    metadata: given.metadata,
    currency: given.price.currency,
    amount_subtotal: given.price.unit_amount,
    amount_total: given.price.unit_amount - discount,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    automatic_tax: { enabled: given.tax.isAutomatic },
    expires_at: expiresAt,
    url: `https://checkout.stripe.com/c/pay/${base.id}`,
    success_url: given.successUrl,
    cancel_url: given.cancelUrl,
    subscription: null,
    payment_intent: null,
    invoice: null,
    discounts: given.coupon ? [{ coupon: given.coupon.id, promotion_code: null }] : [],
    allow_promotion_codes: given.allowsCodes || null,
    payment_method_types: given.methodTypes,
  };
  plans.set(session, given);
  account.sessions.set(session.id, session);
  account.schedule(expiresAt, () => {
    if (session.status === 'open') expireCheckoutSession(account, session);
  });
  return session;
}

/** "You can't combine currencies on a single customer" who has a subscription (Stripe, Support multiple currencies). */
function refuseOtherCurrency(
  account: StripeAccount,
  customer: string,
  { mode, price }: NewCheckoutSession,
): void {
  if (mode !== 'subscription') return;
  const other = [...account.subscriptions.values()].find(
    (one) =>
      one.customer === customer && !isSubscriptionEnded(one) && one.currency !== price.currency,
  );
  if (other)
    throw new StripeRefusal(
      400,
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${other.currency}.`,
    );
}

/** "A Checkout Session can be expired when it is in one of these statuses: open" (Stripe API, Expire a Session). */
export function expireCheckoutSession(account: StripeAccount, session: CheckoutSession): void {
  if (session.status !== 'open')
    throw new StripeRefusal(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  Object.assign(session, { status: 'expired', url: null });
  account.emit('checkout.session.expired', session);
}

/**
 * The person types a promotion code on the page, where that is allowed: "Enables user redeemable promotion codes"
 * (Stripe API, The Checkout Session object). Returns whether it was taken.
 */
export function tryToApplyPromotionCode(
  account: StripeAccount,
  session: CheckoutSession,
  code: string,
): boolean {
  const plan = plans.get(session);
  if (!plan || session.status !== 'open' || !session.allow_promotion_codes) return false;
  const promotion = [...account.promotions.values()].find((one) => one.code === code && one.active);
  const coupon = promotion && findRedeemableCoupon(account, promotion, plan.price);
  if (!coupon) return false;
  const discount = computeDiscount({ ...plan, coupon });
  plans.set(session, { ...plan, coupon });
  session.amount_total = session.amount_subtotal - discount;
  session.total_details.amount_discount = discount;
  session.discounts = [{ coupon: coupon.id, promotion_code: promotion.id }];
  return true;
}

/** The tax of what a session comes to, which "automatic tax" knows once the page has the address. */
export function applySessionTax(session: CheckoutSession): void {
  const plan = plans.get(session);
  const taxes = plan && computeTotalTaxes(plan.tax, session.amount_total);
  session.total_details.amount_tax = taxes?.[0]?.amount ?? 0;
}

export function listLineItems(session: CheckoutSession): LineItem[] {
  const plan = plans.get(session);
  if (!plan) return [];
  return [
    {
      id: `li_${session.id}`,
      object: 'item',
      price: plan.price,
      quantity: 1,
      amount_subtotal: session.amount_subtotal,
      amount_discount: session.total_details.amount_discount,
      amount_total: session.amount_total,
      currency: session.currency,
      description: 'Pass',
    },
  ];
}
