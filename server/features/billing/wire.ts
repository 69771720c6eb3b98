import type Stripe from 'stripe';
import type { Currency, Language, PassPlan } from '#shared/contract/fields.ts';
import type { OwnPass } from '#shared/contract/billing.ts';
import { computeUnremindedYearRefundMinor } from './notices/policy.ts';
import { computeLifetimePriceMinor, isRenewalToBePaid } from './credits/policy.ts';
import type { ProviderOneTimePass } from './policy.ts';
import type { PriceForPerson } from './prices/reads.ts';
import type { findPassToShow } from './reads.ts';
import type { TaxSetting } from './settings/policy.ts';
import type { passes } from './table.ts';
import { sumWithdrawalRefunds, findPassWithdrawalDeadline } from './withdrawal/policy.ts';

export interface CheckoutTerms {
  checkoutId: string;
  /** Number of attempts to open its page that failed. */
  attempt: number;
  customerId: string;
  plan: PassPlan;
  planName: string;
  currency: Currency;
  amountMinor: number;
  usualAmountMinor: number;
  offerId: string | null;
  isGift: boolean;
  /** The subscription that it replaces, whose unused part is deducted. */
  replaced: ProviderOneTimePass['replaced'];
  language: Language;
  successUrl: string;
  cancelUrl: string;
}

/** Returns whether a plan is paid again and again: the monthly and the yearly one are. */
export const isRecurringPlan = (plan: PassPlan) => plan === 'monthly' || plan === 'yearly';

/** Converts the terms of a checkout to the parameters with which Stripe creates its checkout page. */
export function toCheckoutSessionParams(
  terms: CheckoutTerms,
  product: string,
  { discounts, tax }: { discounts: { coupon: string }[]; tax: TaxSetting },
): Stripe.Checkout.SessionCreateParams {
  const recurs = isRecurringPlan(terms.plan) && !terms.isGift;
  const { replaced } = terms;
  const rates = tax.startsWith('txr_') ? [tax] : undefined;
  const metadata = {
    ...(terms.isGift ? { gift: terms.plan } : { plan: terms.plan }),
    checkout: terms.checkoutId,
    ...(replaced && {
      replaces: replaced.subscriptionId,
      credit: String(replaced.creditMinor),
    }),
  };
  return {
    mode: recurs ? 'subscription' : 'payment',
    // Cards, Apple Pay and Google Pay among them, are paid or refused at once. Methods that take days, such as direct
    // debits, would leave a purchase that is neither paid nor refused.
    allowed_payment_method_types: ['card'],
    customer: terms.customerId,
    client_reference_id: terms.checkoutId,
    // The price is what the order showed. Otherwise Stripe may show "their local currency", "inferred from the buyer's
    // public IP address" (https://docs.stripe.com/payments/checkout/adaptive-pricing).
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        ...(!recurs && rates && { tax_rates: rates }),
        price_data: {
          product,
          currency: terms.currency.toLowerCase(),
          // A subscription costs its usual price later; a coupon lowers its first payment.
          unit_amount: recurs ? terms.usualAmountMinor : terms.amountMinor,
          tax_behavior: 'inclusive',
          ...(recurs && { recurring: { interval: terms.plan === 'yearly' ? 'year' : 'month' } }),
        },
      },
    ],
    // "You can't use both": where an offer lowers the price already, no code is asked for.
    ...(discounts.length > 0 ? { discounts } : { allow_promotion_codes: true }),
    ...(recurs
      ? { subscription_data: { metadata, ...(rates && { default_tax_rates: rates }) } }
      : { invoice_creation: { enabled: true } }),
    // "Automatic tax calculation in Checkout requires a valid address on the Customer": the page asks for it.
    ...(tax === 'automatic' && {
      automatic_tax: { enabled: true },
      customer_update: { address: 'auto' as const },
    }),
    metadata,
    locale: terms.language,
    success_url: terms.successUrl,
    cancel_url: terms.cancelUrl,
  };
}

/**
 * Returns the page of a new session, which is not shown where it asks for more than the order showed: a tax rate that is
 * not inclusive comes on top of the price.
 */
export function toPaymentPageUnlessDearer(
  { id, url, amount_total: total }: Stripe.Checkout.Session,
  amountMinor: number,
): { sessionId: string; url: string | null } {
  if ((total ?? 0) > amountMinor)
    throw new Error(
      `The page asks for ${total} where ${amountMinor} were shown: is the tax rate inclusive?`,
    );
  return { sessionId: id, url };
}

/** Terms of a change to the yearly plan; the month counts as used up to `at`. */
export interface YearlyPriceAndProrationInstant {
  planName: string;
  currency: Currency;
  amountMinor: number;
  at: Date;
}

/**
 * Returns the short form of a pass: its plan (null when granted), until when it is valid without grace (null: no end)
 * and whether it renews. Null, null and false without a pass.
 */
export function toPassSummary(
  pass: Pick<
    NonNullable<Awaited<ReturnType<typeof findPassToShow>>>,
    'plan' | 'source' | 'status' | 'renews' | 'pausedUntil' | 'periodEnd' | 'paidUntil' | 'endsAt'
  > | null,
) {
  if (!pass) return { plan: null, validUntil: null, renews: false };
  const { plan, source, status, renews, periodEnd, paidUntil, endsAt } = pass;
  // Access ends some days after what is paid.
  const paidEnd = paidUntil ?? periodEnd;
  const end = paidEnd && endsAt && paidEnd < endsAt ? paidEnd : endsAt;
  return {
    plan: source === 'grant' ? null : plan,
    validUntil: end?.toISOString() ?? null,
    // One whose payments are paused ends before it goes on.
    renews: renews === true && status !== 'ended' && pass.pausedUntil === null,
  };
}

/** Returns the change of a pass that waits for its payment; null without one, and once it has expired. */
export const findPayableChange = (
  { pendingChange: change }: Pick<typeof passes.$inferSelect, 'pendingChange'>,
  now: Date,
) => (change && now < new Date(change.expiresAt) ? change : null);

/**
 * Converts a pass to the reply for its owner, with what a withdrawal would refund (`withdrawAmounts`) and what a lifetime
 * pass would cost instead (`lifetimeMinor`). A pass bought in the former test mode appears as granted.
 */
export function toOwnPass(
  pass: NonNullable<Awaited<ReturnType<typeof findPassToShow>>>,
  onSale: readonly PriceForPerson[],
  now: Date,
): OwnPass {
  const isBought = pass.source === 'subscription' || pass.source === 'purchase';
  const until = pass.withdrawnAt ? null : findPassWithdrawalDeadline(pass);
  const lifetime = onSale.find((one) => one.plan === 'lifetime' && one.currency === pass.currency);
  const monthly = onSale.find((one) => one.plan === 'monthly' && one.currency === pass.currency);
  const price = lifetime && {
    currency: lifetime.currency,
    amountMinor: lifetime.offer?.amountMinor ?? lifetime.amountMinor,
  };
  const change = findPayableChange(pass, now);
  const { id, isActive, plan, tier, amountMinor, paidMinor, currency, cardLast4, asksBank } = pass;
  // The paid time of one that had ended came back, whatever it had become meanwhile.
  const isRestored = isActive && pass.source === 'subscription' && pass.status === 'ended';
  const lifetimeMinor =
    price && !pass.withdrawnAt ? computeLifetimePriceMinor(pass, price, now) : null;
  return {
    id,
    isActive,
    plan,
    tier,
    amountMinor,
    paidMinor,
    currency,
    cardLast4,
    asksBank,
    pausedUntil: pass.pausedUntil?.toISOString() ?? null,
    nextPlan: pass.nextPlan,
    monthlyMinor: monthly?.amountMinor ?? null,
    source: isBought ? (pass.source as 'subscription' | 'purchase') : 'grant',
    status: pass.status ?? 'live',
    startsAt: pass.startsAt.toISOString(),
    periodStart: pass.periodStart?.toISOString() ?? null,
    periodEnd: (isBought ? pass.periodEnd : pass.endsAt)?.toISOString() ?? null,
    isToBePaid: pass.status === 'past_due' || isRenewalToBePaid(pass),
    endsAt: pass.endsAt?.toISOString() ?? null,
    renews: pass.renews ?? false,
    pendingChange: change && {
      kind: change.kind ?? 'yearly',
      url: change.url,
      until: change.expiresAt,
      isRefused: change.isRefused,
    },
    withdrawnAt: (!isRestored && pass.withdrawnAt?.toISOString()) || null,
    withdrawUntil: until && now < until ? until.toISOString() : null,
    withdrawAmounts: sumWithdrawalRefunds(pass, pass.withdrawnAt ?? now),
    leaveMinor: computeUnremindedYearRefundMinor(pass, now),
    lifetimeMinor,
    lifetimeCreditMinor: price && lifetimeMinor !== null ? price.amountMinor - lifetimeMinor : 0,
  };
}
