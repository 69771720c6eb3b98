import type { StripeAccount } from '../stripe-model/account.ts';
import { listLineItems } from '../stripe-model/checkout.ts';
import { findInvoiceIntent, getSubscriptionIdOfInvoice } from '../stripe-model/invoices.ts';
import type { Charge, CheckoutSession, Invoice, Subscription } from '../stripe-model/objects.ts';
import { findPaidCharge } from '../stripe-model/payments.ts';

// What Stripe's books say of a payment.

export interface PaymentAssumptions {
  /**
   * Whether a payment counts as gone while its dispute is open: "The disputed amount is withdrawn from your balance" at once (How
   * disputes work), so that it can't be given back. Access stays meanwhile (rule 2). Of an inquiry nothing is taken: it changes
   * nothing.
   */
  isDisputeGone: boolean;
}
export const DEFAULT_ASSUMPTIONS: PaymentAssumptions = { isDisputeGone: false };

const OPEN_DISPUTES = new Set<string>(['needs_response', 'under_review']);
const findDispute = (account: StripeAccount, { id }: Charge) =>
  [...account.disputes.values()].find(({ charge }) => charge === id);

/** Whether the bank has taken a payment back, for now. */
function isDisputeOpen(account: StripeAccount, charge: Charge): boolean {
  return OPEN_DISPUTES.has(findDispute(account, charge)?.status ?? '');
}

/** Whether a bank has asked about a payment, or taken it back, and has not decided yet. */
export const isDisputeUndecided = (account: StripeAccount, charge: Charge): boolean =>
  ['warning_needs_response', ...OPEN_DISPUTES].includes(findDispute(account, charge)?.status ?? '');

/** Whether the bank has taken a payment back for good. */
export const isDisputeLost = (account: StripeAccount, charge: Charge): boolean =>
  findDispute(account, charge)?.status === 'lost';

/** Whether a charge still counts as paid (rule 2). */
export function isChargePaid(
  account: StripeAccount,
  charge: Charge | undefined,
  { isDisputeGone }: PaymentAssumptions = DEFAULT_ASSUMPTIONS,
): charge is Charge {
  if (!charge?.paid || charge.refunded) return false;
  if (isDisputeGone && isDisputeOpen(account, charge)) return false;
  return findDispute(account, charge)?.status !== 'lost';
}

/** Whether a refund of what is left of a payment came back from the bank: it is owed, and is to be made again (rule 15). */
export const isRefundOwedAgain = (account: StripeAccount, { id, ...charge }: Charge): boolean =>
  !charge.refunded &&
  [...account.refunds.values()].some(
    (refund) =>
      refund.charge === id &&
      refund.status === 'failed' &&
      refund.amount >= charge.amount - charge.amount_refunded,
  );

/** The payment of an invoice, where there was one. */
export function findChargeOfInvoice(account: StripeAccount, { id }: Invoice): Charge | undefined {
  const intent = findInvoiceIntent(account, id);
  return intent && findPaidCharge(account, intent.id);
}

function isInvoiceKept(
  account: StripeAccount,
  invoice: Invoice,
  assumed: PaymentAssumptions,
): boolean {
  if (invoice.status !== 'paid') return false;
  // Nothing was due: credit or a code paid it.
  if (invoice.amount_due === 0) return true;
  return isChargePaid(account, findChargeOfInvoice(account, invoice), assumed);
}

/** The times that the invoice of a subscription is for (seconds). */
export const listInvoicedPeriods = ({ lines }: Invoice) =>
  lines.data
    .filter(({ parent }) => !parent?.subscription_item_details.proration)
    .map(({ period }) => period);

/** The end of the last period of a subscription that was paid (seconds); null where none was. */
export function findPaidUntilSeconds(
  account: StripeAccount,
  { id }: Subscription,
  assumed: PaymentAssumptions = DEFAULT_ASSUMPTIONS,
): number | null {
  const ends = [...account.invoices.values()]
    .filter(
      (invoice) =>
        getSubscriptionIdOfInvoice(invoice) === id && isInvoiceKept(account, invoice, assumed),
    )
    .flatMap(listInvoicedPeriods)
    .map(({ end }) => end);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Whether a session sold a pass that is paid once, of this plan: by the name of its product, as invoices show it. */
export function isOneTimePurchaseOfPlan(
  account: StripeAccount,
  session: CheckoutSession,
  plan: string | null,
): boolean {
  const [line] = listLineItems(session);
  const product = account.products.get(line?.price.product ?? '');
  return session.mode === 'payment' && product?.name.toLowerCase() === `${plan} pass`;
}
