// @module-tag whole

import { describe, expect, it } from 'vitest';
import { AppError } from '#server/http/errors.ts';
import type { BillingProvider } from '#server/features/billing/service.ts';
import {
  isFullyRefundedOrLost,
  type Payment,
  type CustomerState,
} from '#server/features/billing/policy.ts';
import { HOUR_S } from '../stripe-model/account.ts';
import type { HistoryPlan, HistoryStep } from './plan.ts';
import { formatDeviation } from './report.ts';
import { runHistories } from './run.ts';
import type { WorldOptions } from './world.ts';

// Each of these faults was in the app once, is put back, and is found.

/** What chance makes of a purchase: a plan that is paid at once, on the page of payment. */
const MONTHLY = 15;
/** As that, by a person who does not come back from the page. */
const MONTHLY_WITHOUT_RETURN = 9;
const LIFETIME = 24;
const YEAR = 11;
/** The same of a step that buys a lifetime pass. */
const LIFETIME_PAID = 2;

const step = (day: number, kind: HistoryStep['kind'], choice = MONTHLY): HistoryStep => ({
  day,
  kind,
  choice,
});
let seeds = 0;
const plan = (
  steps: HistoryStep[],
  dunning: HistoryPlan['habits']['dunning'] = 'cancel',
): HistoryPlan => ({
  seed: ++seeds,
  currency: 'EUR',
  hasFaults: false,
  habits: { dunning, mode: 'flexible', draftTime: HOUR_S },
  steps,
});

/** Has the app read a customer's state wrongly. */
const misread =
  (change: (state: CustomerState) => CustomerState) =>
  ({ readCustomer }: BillingProvider): Partial<BillingProvider> => ({
    readCustomer: async (id) => change(await readCustomer(id)),
  });
const doNothing = () => Promise.resolve();
const forgetRefunds = (payment: Payment): Payment => ({ ...payment, refundedMinor: 0 });

/** Has the app forget the refunds of one payment: the first of which it gives back, or the second. */
const forgetOneRefund =
  (which: number) =>
  ({ refundUpTo }: BillingProvider): Partial<BillingProvider> => {
    const seen: string[] = [];
    return {
      refundUpTo: (...call: Parameters<BillingProvider['refundUpTo']>) => {
        const payment = JSON.stringify(call[0]);
        if (!seen.includes(payment)) seen.push(payment);
        return seen.indexOf(payment) === which - 1 ? doNothing() : refundUpTo(...call);
      },
    };
  };

interface Fault {
  fault: string;
  found: string;
  plan: HistoryPlan;
  options: WorldOptions;
}

const FAULTS: Fault[] = [
  {
    fault: 'a refunded subscription that still charges is not shown',
    found: 'what will charge is not shown',
    plan: plan([step(1, 'buy'), step(9, 'the operator refunds all')]),
    options: {
      days: 12,
      plant: (payments) => ({
        ...misread((state) => ({
          ...state,
          subscriptions: state.subscriptions.map((one) =>
            isFullyRefundedOrLost(one.lastPayment) ? { ...one, renews: false } : one,
          ),
        }))(payments),
        endSubscription: doNothing,
      }),
    },
  },
  {
    fault: 'a draft counts as paid, and a subscription marked unpaid gives access for ever',
    found: 'access without payment',
    plan: plan([step(1, 'buy'), step(20, 'the bank starts to decline')], 'unpaid'),
    options: {
      days: 42,
      plant: misread((state) => ({
        ...state,
        subscriptions: state.subscriptions.map((one) => ({ ...one, isPeriodPaid: true })),
      })),
    },
  },
  {
    fault: 'refunds are not counted against what was earned',
    found: 'another income',
    plan: plan([step(1, 'buy', LIFETIME), step(9, 'the operator refunds a part')]),
    options: {
      days: 11,
      plant: misread((state) => ({
        ...state,
        purchases: state.purchases.map((one) => ({ ...one, payment: forgetRefunds(one.payment) })),
      })),
    },
  },
  {
    fault: 'what still charges beside another pass is not shown',
    found: 'what will charge is not shown',
    plan: plan(
      [step(1, 'buy'), step(5, 'the bank starts to decline'), step(60, 'buy trip', LIFETIME_PAID)],
      'past_due',
    ),
    options: {
      days: 64,
      plant: misread((state) => ({
        ...state,
        subscriptions: state.subscriptions.map((one) =>
          state.purchases.length > 0
            ? { ...one, renews: false, status: 'canceled', endedAt: one.paidUntil }
            : one,
        ),
      })),
    },
  },
  {
    fault: 'a refund that its bank sends back is never made again',
    found: 'a refund that came back is not made again',
    plan: plan([step(1, 'buy', LIFETIME), step(3, 'give back'), step(9, 'the last refund fails')]),
    options: { days: 14, plant: () => ({ refundAgain: doNothing }) },
  },
  {
    fault:
      'what is lost of events is not looked for: a refund that came back is noticed the next day',
    found: 'a refund that came back is not made again',
    plan: plan([step(1, 'buy', LIFETIME), step(3, 'give back'), step(9, 'the last refund fails')]),
    options: {
      days: 14,
      losesEvents: true,
      plant: () => ({ listEvents: () => Promise.resolve({ events: [], hasMore: false }) }),
    },
  },
  {
    fault: 'a lost webhook is never made good by reading again',
    found: 'paid an hour ago, and has neither access nor the money back',
    plan: plan([step(1, 'buy', MONTHLY_WITHOUT_RETURN)]),
    options: { days: 4, losesEvents: true, runsTasks: false },
  },
  {
    fault: 'a customer whom the operator deleted at Stripe can never buy again',
    found: 'a purchase fails though Stripe answers',
    plan: plan([step(1, 'buy'), step(9, 'the operator deletes the customer'), step(14, 'buy')]),
    options: {
      days: 16,
      // As if it were any other failure.
      plant: ({ openCheckout }) => ({
        openCheckout: (terms) =>
          openCheckout(terms).catch(() => {
            throw new AppError('payments_unavailable');
          }),
      }),
    },
  },
  {
    fault: 'letting it renew again does nothing after a stop in the portal',
    found: 'had it renew again, and it still ends',
    plan: plan([step(1, 'buy'), step(5, 'stop in the portal'), step(9, 'renew again in the app')]),
    options: { days: 11, plant: () => ({ setRenewal: doNothing }) },
  },
  {
    fault: 'a stop does not reach Stripe',
    found: 'stopped in the app, and still collected',
    plan: plan([step(1, 'buy'), step(9, 'stop in the app')]),
    options: { days: 12, plant: () => ({ setRenewal: doNothing }) },
  },
  {
    fault: 'a stopped pass is charged again a month later',
    found: 'charged after it was stopped in the app',
    plan: plan([step(1, 'buy'), step(9, 'stop in the app')]),
    options: { days: 36, plant: () => ({ setRenewal: doNothing }) },
  },
  {
    fault: 'what was paid is never read',
    found: 'has paid, and has neither access nor the money back',
    plan: plan([step(1, 'buy')]),
    options: { days: 5, plant: misread((state) => ({ ...state, subscriptions: [] })) },
  },
  {
    fault: 'a subscription goes on beside a lifetime pass',
    found: 'a renewal charges beside a lifetime pass',
    plan: plan([step(1, 'buy'), step(9, 'buy lifetime', LIFETIME_PAID)]),
    options: { days: 11, plant: () => ({ endSubscription: doNothing }) },
  },
  {
    fault: 'a month that was paid is not read, so that a second one is sold beside it',
    found: 'two things charge',
    plan: plan([step(1, 'buy'), step(5, 'buy')]),
    options: {
      days: 8,
      plant: (payments) => ({
        ...misread((state) => ({ ...state, subscriptions: [] }))(payments),
        endSubscription: doNothing,
      }),
    },
  },
  {
    fault: 'a withdrawal is confirmed, and its money never goes back',
    found: 'what was promised back is not back',
    plan: plan([step(1, 'buy', LIFETIME), step(3, 'give back')]),
    options: { days: 18, plant: () => ({ refundUpTo: doNothing }) },
  },
  {
    fault: 'a deleted account is charged on',
    found: 'erased, and still charged',
    plan: plan([step(1, 'buy'), step(9, 'erase the account')]),
    options: { days: 11, plant: () => ({ eraseCustomer: doNothing }) },
  },
  {
    fault: 'a trip pass that was paid is not read, so that a second one is sold beside it',
    found: 'two trip passes for the same time',
    plan: plan([step(1, 'buy trip', LIFETIME_PAID), step(5, 'buy trip', LIFETIME_PAID)]),
    options: {
      days: 8,
      plant: (payments) => ({
        ...misread((state) => ({ ...state, purchases: [] }))(payments),
        refundUpTo: doNothing,
      }),
    },
  },
  {
    fault: 'what is stopped half an hour before its renewal is charged',
    found: 'charged after it was stopped in the app',
    plan: plan([step(1, 'buy'), step(31.98, 'stop in the app')]),
    options: { days: 33, plant: () => ({ setRenewal: doNothing }) },
  },
  {
    fault: 'nothing goes back of a pass whose owner once lost another payment to its bank',
    found: 'what was promised back is not back',
    plan: plan([
      step(1, 'buy', LIFETIME),
      step(3, 'the bank disputes'),
      step(9, 'the dispute is lost'),
      step(20, 'buy'),
      step(22, 'give back'),
    ]),
    options: { days: 25, plant: () => ({ refundUpTo: doNothing }) },
  },
  {
    fault: 'of what was given back in part too much is promised',
    found: 'another amount is promised back',
    plan: plan([step(1, 'buy', LIFETIME), step(4, 'the operator refunds a part')]),
    options: {
      days: 7,
      plant: misread((state) => ({
        ...state,
        purchases: state.purchases.map((one) => ({ ...one, payment: forgetRefunds(one.payment) })),
      })),
    },
  },
  {
    fault: 'of a month and a gift of the same price one goes back',
    found: 'what was promised back is not back',
    plan: plan([
      step(1, 'buy'),
      step(2, 'buy a gift'),
      step(10, 'give back'),
      step(10.007, 'give a gift back'),
    ]),
    options: { days: 13, plant: forgetOneRefund(1) },
  },
  {
    fault: 'of a change of pass the year alone goes back',
    found: 'what was promised back is not back',
    plan: plan([step(1, 'buy'), step(2, 'go to yearly'), step(2.007, 'give back')]),
    options: { days: 5, plant: forgetOneRefund(2) },
  },
  {
    fault: 'what a lifetime pass took over does not go back with it',
    found: 'what was promised back is not back',
    plan: plan([
      step(1, 'buy', YEAR),
      step(20, 'buy lifetime', LIFETIME_PAID),
      step(23, 'give back'),
    ]),
    options: { days: 26, plant: forgetOneRefund(2) },
  },
  {
    fault: 'what a month had paid of a year is not deducted from a lifetime pass',
    found: 'another amount is promised back',
    plan: plan([
      step(1, 'buy'),
      step(2, 'go to yearly'),
      step(40, 'buy lifetime', LIFETIME_PAID),
      step(43, 'look'),
    ]),
    options: {
      days: 45,
      plant: misread((state) => ({
        ...state,
        subscriptions: state.subscriptions.map((one) => ({
          ...one,
          payments: one.payments.map((paid) => ({ ...paid, creditMinor: 0 })),
        })),
      })),
    },
  },
];

const findKinds = async (plans: HistoryPlan[], options: WorldOptions) => {
  const { deviations, figures, unknown } = await runHistories(plans, options);
  expect(unknown).toEqual([]);
  return { kinds: [...deviations, ...figures].map(({ kind }) => kind), deviations, figures };
};

describe('the oracle', () => {
  it.each(FAULTS)('finds that $fault', async ({ plan: one, options, found }) => {
    expect((await findKinds([one], options)).kinds).toContain(found);
  });

  it('finds nothing in the same histories without a fault, and none where words are lost', async () => {
    const plans = FAULTS.map(({ plan: one }) => one);
    const { deviations, figures } = await findKinds(plans, { days: 25 });
    expect([deviations.map(formatDeviation), figures]).toEqual([[], []]);
    const returned = [step(3, 'give back'), step(4.5, 'the last refund fails')];
    const lost = await findKinds([plan([step(1, 'buy', MONTHLY_WITHOUT_RETURN), ...returned])], {
      days: 7,
      losesEvents: true,
    });
    expect(lost.deviations.map(formatDeviation)).toEqual([]);
  });
});
