import type { Stripe } from 'stripe';
import {
  ensureActiveProduct,
  isStripeErrorWithCode,
  releaseSubscriptionSchedule,
} from '../stripe/service.ts';
import { formatPauseMetadata } from './wire.ts';

/** Runs calls to the provider and translates their errors. */
type Call = <T>(work: () => Promise<T>) => Promise<T>;

/** The monthly price to which a yearly subscription goes down. */
interface MonthlyTerms {
  planName: string;
  currency: string;
  amountMinor: number;
}

const toId = (one: string | { id: string }) => (typeof one === 'string' ? one : one.id);
const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

const BEGIN_PERIOD = {
  billing_cycle_anchor: { type: 'now' },
  proration_behavior: 'none',
} as const;

/** The bank's page is open for 23 hours; with an hour to spare. */
const ASKING_SECONDS = 24 * 3600;

/**
 * Lifts a pause and has the next period begin once it is paid on the bank's page. First the pause, because its invoices are
 * void, and because pending updates take no `pause_collection`
 * (https://docs.stripe.com/billing/subscriptions/pending-updates-reference); what it was stands in the metadata, so that it
 * is made again where it is not paid (`lapsedPause`). Returns false, and does nothing, where the next period begins by
 * itself before that could be.
 */
async function liftPauseForBankPayment(stripe: Stripe, id: string, now: Date): Promise<boolean> {
  const { pause_collection: pause, items } = await stripe.subscriptions.retrieve(id);
  const [item] = items.data;
  if (!pause?.resumes_at || !item) return false;
  if (item.current_period_end - toSeconds(now) < ASKING_SECONDS) return false;
  await stripe.subscriptions.update(id, {
    pause_collection: '',
    metadata: { paused_until: formatPauseMetadata(pause.resumes_at, item.current_period_start) },
  });
  await stripe.subscriptions.update(id, {
    ...BEGIN_PERIOD,
    payment_behavior: 'pending_if_incomplete',
  });
  return true;
}

/**
 * Creates the provider's calls about what a subscription does later: the pause of its payments, and the change to the
 * monthly plan with its next period.
 */
export const createPauseAndMonthlyPlanCalls = (stripe: Stripe, call: Call) => ({
  /**
   * Leaves out the payments of a subscription until an instant: "All invoices created before the resumes_at date are
   * immediately marked as void" (https://docs.stripe.com/billing/subscriptions/pause-payment).
   */
  pausePayments: (subscriptionId: string, until: Date) =>
    call(() =>
      stripe.subscriptions.update(subscriptionId, {
        pause_collection: { behavior: 'void', resumes_at: toSeconds(until) },
        metadata: { paused_until: '' },
      }),
    ),

  /** Ends the pause of a subscription: it is paid with its next period. */
  resumePayments: (subscriptionId: string) =>
    call(() => stripe.subscriptions.update(subscriptionId, { pause_collection: '' })),

  /**
   * Ends the pause of a subscription, whose next period begins and is paid at once. Refused, nothing changes. Where the bank
   * asks for the person, the change is pending: see `CustomerState`. Does nothing where it goes on already, as after an answer
   * that was lost: it would be paid twice.
   */
  resumeNow: (subscriptionId: string, now: Date) =>
    call(async () => {
      const { pause_collection: pause } = await stripe.subscriptions.retrieve(subscriptionId);
      if (!pause) return;
      try {
        await stripe.subscriptions.update(subscriptionId, {
          pause_collection: '',
          ...BEGIN_PERIOD,
          payment_behavior: 'error_if_incomplete',
        });
      } catch (error) {
        // "if a payment method requires 3DS authentication … this parameter does not update the subscription and returns
        // an error instead" (https://docs.stripe.com/api/subscriptions/update).
        if (!isStripeErrorWithCode(error, 'subscription_payment_intent_requires_action'))
          throw error;
        if (!(await liftPauseForBankPayment(stripe, subscriptionId, now))) throw error;
      }
    }),

  /**
   * Has a yearly subscription go on monthly after its paid year. The next plan stands in the schedule's metadata, which one
   * call changes together with its phases: no failure leaves what is shown apart from what Stripe will charge.
   */
  planMonthly: (subscriptionId: string, terms: MonthlyTerms) =>
    call(async () => {
      const { amountMinor, currency } = terms;
      const product = await ensureActiveProduct(stripe, 'monthly', terms.planName);
      const { schedule } = await stripe.subscriptions.retrieve(subscriptionId);
      const known = typeof schedule === 'object' ? schedule?.id : schedule;
      const { id, phases } = known
        ? await stripe.subscriptionSchedules.retrieve(known)
        : await stripe.subscriptionSchedules.create({ from_subscription: subscriptionId });
      const [current] = phases;
      const price = current?.items[0]?.price;
      if (!current || !price) throw new Error('The schedule has no phase.');
      // "If not specified, inherits the discount from the subscription's customer": its own would be lost.
      const discounts = current.discounts.map(({ coupon, discount, promotion_code: code }) => ({
        ...(discount && { discount: toId(discount) }),
        ...(coupon && { coupon: toId(coupon) }),
        ...(code && { promotion_code: toId(code) }),
      }));
      // "These Tax Rates will set the Subscription's default_tax_rates": where none were sent, no tax would be computed.
      const rates = (current.default_tax_rates ?? []).map(toId);
      const default_tax_rates = rates.length > 0 ? rates : undefined;
      await stripe.subscriptionSchedules.update(id, {
        end_behavior: 'release',
        metadata: { next_plan: 'monthly', next_amount: String(amountMinor) },
        proration_behavior: 'none',
        phases: [
          {
            items: [{ price: toId(price), quantity: 1 }],
            discounts,
            default_tax_rates,
            start_date: current.start_date,
            end_date: current.end_date,
          },
          {
            items: [
              {
                price_data: {
                  product,
                  currency: currency.toLowerCase(),
                  unit_amount: amountMinor,
                  tax_behavior: 'inclusive',
                  recurring: { interval: 'month' },
                },
                quantity: 1,
              },
            ],
            discounts,
            default_tax_rates,
            duration: { interval: 'month', interval_count: 1 },
            proration_behavior: 'none',
            metadata: { plan: 'monthly' },
          },
        ],
      });
    }),

  /** Takes back what was planned for a subscription; does nothing where nothing is. */
  releasePlan: (subscriptionId: string) =>
    call(async () =>
      releaseSubscriptionSchedule(stripe, await stripe.subscriptions.retrieve(subscriptionId)),
    ),
});
