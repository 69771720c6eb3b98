import type Stripe from 'stripe';
import { buildPrice, buildSubscriptionItem, type PriceTerms } from './objects.ts';
import type { StoredObject, StripeState } from './state.ts';
import { buildTaxFields, readSubscriptionTaxTerms } from './tax.ts';

/** A subscription schedule, as far as Envol uses it, with the terms of its second phase. */
export interface StoredSchedule extends StoredObject {
  object: 'subscription_schedule';
  status: 'active' | 'released';
  subscription: string;
  phases: {
    start_date: number;
    end_date: number;
    items: { price: string; quantity: number }[];
    /** Codes of the sandbox lower the first payment alone. */
    discounts: [];
    default_tax_rates: { id: string }[];
  }[];
  metadata: Record<string, string>;
  fixture: { terms: PriceTerms; rateId: string | null; metadata: Record<string, string> } | null;
}

/** Changes the price of a subscription of the fake Stripe whose period is over, where its schedule says so. */
export function applyDueSchedulePhase(
  stripe: StripeState,
  subscription: Stripe.Subscription,
): void {
  const schedule = stripe.get<StoredSchedule>((subscription.schedule as string | null) ?? '');
  const [item] = subscription.items.data;
  if (!schedule?.fixture || !item) return;
  const { terms, rateId, metadata } = schedule.fixture;
  const price = stripe.put(buildPrice(stripe, terms));
  const { current_period_start: start, current_period_end: end, id } = item;
  subscription.items.data = [buildSubscriptionItem(subscription.id, price, { start, end, id })];
  subscription.billing_cycle_anchor = end;
  // "These Tax Rates will set the Subscription's `default_tax_rates`": none are sent, none are left.
  const { isAutomatic } = readSubscriptionTaxTerms(subscription);
  Object.assign(subscription, buildTaxFields({ isAutomatic, rateId }));
  Object.assign(subscription.metadata, metadata);
  stripe.put({ ...schedule, fixture: null });
}

/** Returns whether the payments of a subscription of the fake Stripe are paused; a pause that is over is ended. */
export function endDuePauseAndCheckIfPaused(
  stripe: StripeState,
  subscription: Stripe.Subscription,
): boolean {
  const resumesAt = subscription.pause_collection?.resumes_at;
  if (resumesAt && resumesAt <= stripe.now)
    stripe.put(Object.assign(subscription, { pause_collection: null }));
  return subscription.pause_collection !== null;
}
