import type { Stripe } from 'stripe';
import { ensureProduct, releaseSchedule } from '../stripe/service.ts';

/** Runs calls to the provider and translates their errors. */
type Call = <T>(work: () => Promise<T>) => Promise<T>;

/** The monthly price to which a yearly subscription goes down. */
interface MonthlyTerms {
  planName: string;
  currency: string;
  amountMinor: number;
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

/**
 * Creates the provider's calls about what a subscription does later: the pause of its payments, and the change to the
 * monthly plan with its next period.
 */
export const createPlannedCalls = (stripe: Stripe, call: Call) => ({
  /**
   * Leaves out the payments of a subscription until an instant: "All invoices created before the resumes_at date are
   * immediately marked as void" (https://docs.stripe.com/billing/subscriptions/pause-payment).
   */
  pausePayments: (subscriptionId: string, until: Date) =>
    call(() =>
      stripe.subscriptions.update(subscriptionId, {
        pause_collection: { behavior: 'void', resumes_at: toSeconds(until) },
      }),
    ),

  /** Ends the pause of a subscription. With `chargeNow` a period begins and is paid at once; refused, nothing changes. */
  resumePayments: (subscriptionId: string, chargeNow: boolean) =>
    call(() =>
      stripe.subscriptions.update(subscriptionId, {
        pause_collection: '',
        ...(chargeNow && {
          billing_cycle_anchor: { type: 'now' as const },
          proration_behavior: 'none',
          payment_behavior: 'error_if_incomplete',
        }),
      }),
    ),

  /**
   * Has a yearly subscription go on monthly after its paid year. The next plan stands in the metadata, where it counts
   * as long as there is a schedule: Stripe doesn't list the phases of schedules with subscriptions.
   */
  planMonthly: (subscriptionId: string, terms: MonthlyTerms) =>
    call(async () => {
      const { amountMinor, currency } = terms;
      const product = await ensureProduct(stripe, 'monthly', terms.planName);
      const next = { next_plan: 'monthly', next_amount: String(amountMinor) };
      const { schedule } = await stripe.subscriptions.update(subscriptionId, { metadata: next });
      const known = typeof schedule === 'object' ? schedule?.id : schedule;
      const { id, phases } = known
        ? await stripe.subscriptionSchedules.retrieve(known)
        : await stripe.subscriptionSchedules.create({ from_subscription: subscriptionId });
      const [current] = phases;
      const price = current?.items[0]?.price;
      if (!current || !price) throw new Error('The schedule has no phase.');
      await stripe.subscriptionSchedules.update(id, {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          {
            items: [{ price: typeof price === 'string' ? price : price.id, quantity: 1 }],
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
            duration: { interval: 'month', interval_count: 1 },
            proration_behavior: 'none',
            metadata: { plan: 'monthly' },
          },
        ],
      });
    }),

  /** Takes back what was planned for a subscription; does nothing where nothing is. */
  releasePlan: (subscriptionId: string) =>
    call(async () => releaseSchedule(stripe, await stripe.subscriptions.retrieve(subscriptionId))),
});
