import type Stripe from 'stripe';

/** Returns the tax that an invoice contains, prices being inclusive; null where Stripe computed none. */
export function readInvoiceTaxMinor(invoice: Stripe.Invoice | undefined): number | null {
  const taxes = invoice?.total_taxes ?? [];
  return taxes.length === 0 ? null : taxes.reduce((sum, { amount }) => sum + amount, 0);
}

/** The same of an order that is paid once: "the sum of all the tax amounts" is 0 also where none was computed. */
export const readCheckoutTaxMinor = ({
  automatic_tax,
  total_details,
}: Stripe.Checkout.Session): number | null =>
  (automatic_tax.enabled ? total_details?.amount_tax : total_details?.amount_tax || null) ?? null;

/**
 * Returns what an invoice asks for.
 * @throws where tax comes on top of the price that was shown, and would with each later payment
 */
export function readAmountDueMinorOrRefuseTaxOnTop({
  total_taxes,
  amount_due,
}: Stripe.Invoice): number {
  if (total_taxes?.some(({ tax_behavior: behavior }) => behavior === 'exclusive'))
    throw new Error('Tax comes on top of the price of a subscription: is its rate inclusive?');
  return amount_due;
}
