import { getSubscriptionIdOfInvoice } from '../stripe-model/invoices.ts';
import type { Invoice, StripeEvent } from '../stripe-model/objects.ts';
import type { Actor } from './actor.ts';
import { findChargeOfInvoice, listInvoicedPeriods } from './charge-status.ts';
import { HOUR_MS } from './times.ts';
import type { World } from './world.ts';

// What was charged is what was shown: "on the day and for the price that were shown" (terms).

/** Longer than a month, and no longer than a year (seconds). */
const LONG_S = 300 * 86_400;

const isRenewal = (object: object): object is Invoice =>
  'billing_reason' in object && object.billing_reason === 'subscription_cycle';

/** Holds a renewal that is charged to what the app had shown before it, where nothing had changed since. */
export function compareRenewalWithShownCharge(
  world: World,
  actor: Actor,
  { type, data }: StripeEvent,
): void {
  const { object } = data;
  if (!isRenewal(object)) return;
  if (type === 'invoice.created') recordAnnouncedCharge(world, actor, object);
  if (type === 'invoice.paid' && object.amount_paid > 0) checkRenewal(world, actor, object);
}

function recordAnnouncedCharge(world: World, actor: Actor, { id }: Invoice): void {
  const { shown, lastChange, changeBefore } = actor;
  const before = lastChange === world.now() ? changeBefore : lastChange;
  if (shown && shown.at > before) actor.announced.set(id, shown);
}

/**
 * Whether a renewal was charged after its owner had stopped it (milliseconds): not what was on its way by then, nor what they paid by
 * hand. A withdrawal has an hour to reach Stripe, and what is charged meanwhile goes back with it.
 */
function isChargedAfterStop(
  { account }: World,
  { withdrawn, paidByHandAt }: Actor,
  invoice: Invoice,
  stopped: number,
): boolean {
  if (withdrawn.has(getSubscriptionIdOfInvoice(invoice) ?? ''))
    return invoice.created * 1000 > stopped + HOUR_MS;
  const { created } = findChargeOfInvoice(account, invoice) ?? invoice;
  return created * 1000 > stopped && created !== Math.floor(paidByHandAt / 1000);
}

function checkRenewal(world: World, actor: Actor, invoice: Invoice): void {
  const { id, created, amount_paid, total, currency } = invoice;
  const begun = created * 1000;
  if (listInvoicedPeriods(invoice).some(({ start, end }) => end - start > LONG_S))
    world.count('a year is charged again');
  const stopped = actor.stopped.get(getSubscriptionIdOfInvoice(invoice) ?? '');
  const fact = { amount_paid, total, currency, begun: new Date(begun).toISOString() };
  if (stopped !== undefined && isChargedAfterStop(world, actor, invoice, stopped))
    world.report(actor, 'charged after it was stopped in the app', { stopped }, fact);
  if (actor.isErased && begun > actor.erasedAt + HOUR_MS)
    world.report(actor, 'charged after the erasure', null, fact);
  const shown = actor.announced.get(id);
  if (!shown) return;
  world.count('a renewal is held to what was shown');
  const report = (kind: string) => world.report(actor, kind, shown, fact);
  const same = shown.charges.filter((one) => one.currency === currency.toUpperCase());
  if (same.length === 0) return report('charged, and no such renewal was shown');
  if (same.every(({ pausedUntil }) => pausedUntil !== null && pausedUntil > created + 2))
    report('charged during a pause');
  if (same.some(({ amountMinor }) => amountMinor === amount_paid)) return;
  report(
    same.some(({ amountMinor }) => amountMinor === total)
      ? 'the next amount leaves out credit'
      : 'charged another amount than was shown',
  );
}
