import { type StripeAccount, findOrRefuse, StripeRefusal } from './account.ts';
import { findInvoiceIntent } from './invoices.ts';
import type { CreditNote, Invoice } from './objects.ts';
import { createRefund } from './payments.ts';

/**
 * The operator credits a part of a paid invoice in the Dashboard: "Refunds: create a new refund … Customer balance credit:
 * credit the customer's balance … which will be automatically applied to their next invoice when it's finalized" (Stripe
 * API, Create a credit note). The second gives no money back.
 */
export function issueCreditNote(
  account: StripeAccount,
  invoice: Invoice,
  amount: number,
  to: 'card' | 'balance',
): CreditNote {
  const intent = findInvoiceIntent(account, invoice.id);
  if (invoice.status !== 'paid' || !intent)
    throw new StripeRefusal(400, 'This invoice cannot be credited.');
  const refund =
    to === 'card' ? createRefund(account, { payment_intent: intent.id, amount }).id : null;
  const note: CreditNote = {
    ...account.make('creditNotes', 'credit_note'),
    invoice: invoice.id,
    customer: invoice.customer,
    amount,
    currency: invoice.currency,
    type: 'post_payment',
    status: 'issued',
    refunds: refund === null ? [] : [{ refund, amount_refunded: amount }],
    customer_balance_transaction: to === 'balance' ? account.makeId('balances') : null,
  };
  account.creditNotes.set(note.id, note);
  if (to === 'balance') {
    const customer = findOrRefuse(account.customers, invoice.customer, 'customer');
    customer.balance -= amount;
    account.emit('customer.updated', customer);
  }
  account.emit('credit_note.created', note);
  return note;
}
