import { type FormHash, readHash, readList, readText } from './form.ts';

/** How a request asks for tax: by Stripe Tax, by the ids of rates, or not at all. */
export interface TaxTerms {
  isAutomatic: boolean;
  rates: string[];
}

/** "The aggregate tax information of all line items" (Stripe API, The Invoice object). */
export interface TotalTax {
  amount: number;
  tax_behavior: 'inclusive';
  taxable_amount: number;
  taxability_reason: 'standard_rated';
  tax_rate_details: { tax_rate: string } | null;
  type: 'tax_rate_details';
}

/** Every rate here, and what Stripe Tax finds: a fifth. */
const SHARE = 0.2;

/** How a session is asked to compute tax, for a subscription or for what is paid once. */
export function readTaxTerms(form: FormHash): TaxTerms {
  const [line] = readList(form, 'line_items') as FormHash[];
  return {
    isAutomatic: readText(readHash(form, 'automatic_tax'), 'enabled') === 'true',
    rates: [
      ...readList(line ?? {}, 'tax_rates'),
      ...readList(readHash(form, 'subscription_data'), 'default_tax_rates'),
    ] as string[],
  };
}

/**
 * The taxes of an amount, null where none is computed. "Inclusive tax is part of the price. For example, if the price is €600 and
 * you set an inclusive tax rate of 10%, the invoice total will still be €600" (Stripe, Inclusive and exclusive tax options).
 */
export function computeTotalTaxes({ isAutomatic, rates }: TaxTerms, amount: number) {
  const [rate] = rates;
  if (!isAutomatic && rate === undefined) return null;
  const tax = Math.round(amount - amount / (1 + SHARE));
  const total: TotalTax = {
    amount: tax,
    tax_behavior: 'inclusive',
    taxable_amount: amount - tax,
    taxability_reason: 'standard_rated',
    tax_rate_details: { tax_rate: rate ?? 'txr_of_stripe_tax' },
    type: 'tax_rate_details',
  };
  return [total];
}

export const NO_TAX: TaxTerms = { isAutomatic: false, rates: [] };
