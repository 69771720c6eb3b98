import type Stripe from 'stripe';
import type { StoredCheckoutSession } from './checkout.ts';
import { type NestedParams, readMapParam, readTextParam } from './form.ts';
import type { StripeState } from './state.ts';

/** How tax is asked for: by Stripe Tax, by a rate of the catalogue, or not at all. */
export interface TaxTerms {
  isAutomatic: boolean;
  rateId: string | null;
}

/** A rate, of which "inclusive" says whether the price contains it. */
export interface TaxRate {
  percentage: number;
  isInclusive: boolean;
}

/** What Stripe Tax (`automatic`), and an undescribed rate, come to: the French rate, within the price. */
const USUAL_RATE: TaxRate = { percentage: 20, isInclusive: true };

export function readTaxTerms(params: NestedParams): TaxTerms {
  const line = readMapParam(params, 'line_items', '0');
  const rate =
    readTextParam(line, 'tax_rates', '0') ??
    readTextParam(params, 'subscription_data', 'default_tax_rates', '0');
  return {
    isAutomatic: readTextParam(params, 'automatic_tax', 'enabled') === 'true',
    rateId: rate ?? null,
  };
}

/** Returns how the tax of a subscription is computed. */
export const readSubscriptionTaxTerms = ({
  automatic_tax: { enabled },
  default_tax_rates: rates,
}: Stripe.Subscription): TaxTerms => ({
  isAutomatic: enabled,
  rateId: rates?.[0]?.id ?? null,
});

/** Returns the fields of a subscription that keep how its tax is computed. */
export const buildTaxFields = ({ isAutomatic, rateId }: TaxTerms) => ({
  automatic_tax: { enabled: isAutomatic, disabled_reason: null, liability: null },
  default_tax_rates: rateId === null ? [] : [{ id: rateId } as Stripe.TaxRate],
});

/**
 * Computes the tax of an amount: "Inclusive tax is part of the price. For example, if the price is €600 and you set an inclusive
 * tax rate of 10%, the invoice total will still be €600. Exclusive tax is applied on top of the price"
 * (https://support.stripe.com/questions/inclusive-and-exclusive-tax-options-in-the-tax-rate-api-and-stripe-tax). Null where
 * none is asked for. `added`: what of it comes on top.
 */
function computeTax(stripe: StripeState, { isAutomatic, rateId }: TaxTerms, amount: number) {
  if (!isAutomatic && rateId === null) return null;
  const rate = stripe.taxRates[isAutomatic ? 'automatic' : (rateId ?? '')] ?? USUAL_RATE;
  const share = rate.percentage / 100;
  const tax = Math.round(rate.isInclusive ? amount - amount / (1 + share) : amount * share);
  return { tax, rate, added: rate.isInclusive ? 0 : tax };
}

/** Returns an amount with the tax of a subscription that comes on top of it. */
export const computeAmountWithTaxOnTop = (
  stripe: StripeState,
  subscription: Stripe.Subscription,
  amount: number,
): number =>
  amount + (computeTax(stripe, readSubscriptionTaxTerms(subscription), amount)?.added ?? 0);

/** Builds the taxes of an invoice in the format of Stripe's API; null where none is asked for. */
export function buildInvoiceTaxes(
  stripe: StripeState,
  terms: TaxTerms,
  amount: number,
): Stripe.Invoice.TotalTax[] | null {
  const computed = computeTax(stripe, terms, amount);
  if (!computed) return null;
  const { tax, rate } = computed;
  return [
    {
      amount: tax,
      tax_behavior: rate.isInclusive ? 'inclusive' : 'exclusive',
      tax_rate_details: { tax_rate: terms.rateId ?? 'txr_of_stripe_tax' },
      taxability_reason: terms.isAutomatic ? 'standard_rated' : 'not_available',
      taxable_amount: rate.isInclusive ? amount - tax : amount,
      type: 'tax_rate_details',
    },
  ];
}

/**
 * Lowers the price of an open page, and computes what tax is in the rest: that of Stripe Tax once the page has the address, which
 * it asks for.
 */
export function applyReductionAndTax(
  stripe: StripeState,
  session: StoredCheckoutSession,
  off: number,
): StoredCheckoutSession {
  const { tax: terms } = session.fixture;
  const rest = (session.amount_subtotal ?? 0) - off;
  const isKnown = session.automatic_tax.status !== 'requires_location_inputs';
  const computed = isKnown ? computeTax(stripe, terms, rest) : null;
  session.amount_total = rest + (computed?.added ?? 0);
  const tax = computed?.tax ?? 0;
  session.total_details = { amount_discount: off, amount_shipping: 0, amount_tax: tax };
  return stripe.put(session);
}
