import { type StripeAccount, findOrRefuse, StripeRefusal } from './account.ts';
import { pauseCollection, setSubscriptionEnd } from './billing-cycles.ts';
import { createPromotionCode } from './discounts.ts';
import { type FormHash, readHash, readList, readMetadata, readNumber, readText } from './form.ts';
import type { Subscription } from './objects.ts';
import type { StripeOperation } from './operation.ts';
import { findOrCreatePrice } from './prices.ts';
import { changeSchedule, createSchedule, releaseSchedule } from './schedules.ts';
import {
  cancelSubscriptionNow,
  findSubscriptionOrRefuse,
  getSubscriptionItem,
} from './subscriptions.ts';
import { upgradeSubscription } from './upgrades.ts';

/** "You can only use these params with pending_if_incomplete …" (Stripe, Pending updates reference, Supported attributes). */
const NEVER_PENDING = ['metadata', 'cancel_at', 'cancel_at_period_end', 'pause_collection'];

function changeEnd(account: StripeAccount, subscription: Subscription, form: FormHash): void {
  const ends = readText(form, 'cancel_at_period_end');
  const at = form['cancel_at'];
  if (at !== undefined && ends !== undefined)
    throw new StripeRefusal(
      400,
      'You may only specify one of these: cancel_at, cancel_at_period_end.',
    );
  if (ends !== undefined) setSubscriptionEnd(account, subscription, ends === 'true');
  else if (at === '') setSubscriptionEnd(account, subscription, false);
  else if (at === 'min_period_end') setSubscriptionEnd(account, subscription, true, true);
  else if (at !== undefined) throw new Error('cancel_at as an instant is not modelled');
}

function changeSubscription(
  account: StripeAccount,
  subscription: Subscription,
  form: FormHash,
): void {
  const [item] = readList(form, 'items') as FormHash[];
  // "Set `type` to `now` to reset the billing cycle anchor to the current time" (Stripe API, Update a subscription).
  const anchor = readText(readHash(form, 'billing_cycle_anchor'), 'type');
  const behaviour = readText(form, 'payment_behavior') ?? 'allow_incomplete';
  const restarts = anchor === 'now';
  if (anchor !== undefined && !restarts && anchor !== 'unchanged')
    throw new StripeRefusal(400, 'billing_cycle_anchor[type] must be either `now` or `unchanged`.');
  if ((item || restarts) && behaviour === 'pending_if_incomplete') {
    const refused = NEVER_PENDING.find((name) => form[name] !== undefined);
    if (refused !== undefined)
      throw new StripeRefusal(
        400,
        `You cannot update \`${refused}\` when \`payment_behavior\` is set to \`pending_if_incomplete\`.`,
      );
  }
  changeEnd(account, subscription, form);
  // What is refused with its payment changes nothing: the rest comes after it.
  if (item || restarts)
    upgradeSubscription(account, subscription, {
      price: item ? findOrCreatePrice(account, item) : null,
      at: readNumber(form, 'proration_date') ?? account.now(),
      behaviour: behaviour as 'allow_incomplete',
      prorates: readText(form, 'proration_behavior') !== 'none',
    });
  Object.assign(subscription.metadata, readMetadata(form));
  if (form['pause_collection'] === undefined) return;
  const pause = readHash(form, 'pause_collection');
  const behavior = readText(pause, 'behavior');
  pauseCollection(
    account,
    subscription,
    behavior === undefined
      ? null
      : { behavior: behavior as 'void', resumes_at: readNumber(pause, 'resumes_at') ?? null },
  );
}

/** What is changed of subscriptions, of their schedules, and of promotion codes. */
export const SUBSCRIPTION_AND_PROMOTION_WRITE_OPERATIONS: Record<string, StripeOperation> = {
  'POST /v1/subscriptions/:id': {
    known: [
      'cancel_at_period_end',
      'cancel_at',
      'cancellation_details',
      'metadata',
      'items',
      'payment_behavior',
      'proration_behavior',
      'proration_date',
      'billing_cycle_anchor',
      'pause_collection',
    ],
    run: ({ account, form, id }) => {
      const subscription = findSubscriptionOrRefuse(account, id);
      changeSubscription(account, subscription, form);
      return subscription;
    },
  },
  'DELETE /v1/subscriptions/:id': {
    known: ['invoice_now', 'prorate', 'cancellation_details'],
    run: ({ account, id }) => {
      const subscription = findSubscriptionOrRefuse(account, id);
      cancelSubscriptionNow(account, subscription, 'cancellation_requested');
      return subscription;
    },
  },
  'POST /v1/subscription_schedules': {
    known: ['from_subscription', 'metadata'],
    run: ({ account, form }) => {
      const subscription = findSubscriptionOrRefuse(
        account,
        readText(form, 'from_subscription') ?? '',
      );
      // "from_subscription … When using this parameter, other parameters (such as phase values) cannot be set."
      if (Object.keys(form).some((name) => name !== 'from_subscription' && name !== 'expand'))
        throw new StripeRefusal(
          400,
          'When `from_subscription` is set, other parameters cannot be set.',
        );
      return createSchedule(account, subscription, getSubscriptionItem(subscription));
    },
  },
  'POST /v1/subscription_schedules/:id': {
    known: ['phases', 'end_behavior', 'metadata', 'proration_behavior'],
    run: ({ account, form, id }) => {
      const schedule = findOrRefuse(account.schedules, id, 'subscription_schedule');
      changeSchedule(account, schedule, form);
      return schedule;
    },
  },
  'POST /v1/subscription_schedules/:id/release': {
    known: ['preserve_cancel_date'],
    run: ({ account, id }) => {
      const schedule = findOrRefuse(account.schedules, id, 'subscription_schedule');
      releaseSchedule(account, schedule);
      return schedule;
    },
  },
  // "Cancels a subscription schedule and its associated subscription immediately" (Stripe API, Cancel a schedule).
  'POST /v1/subscription_schedules/:id/cancel': {
    known: ['invoice_now', 'prorate'],
    run: ({ account, id }) => {
      const schedule = findOrRefuse(account.schedules, id, 'subscription_schedule');
      if (schedule.status !== 'active')
        throw new StripeRefusal(400, `This schedule is ${schedule.status}.`);
      cancelSubscriptionNow(
        account,
        findSubscriptionOrRefuse(account, schedule.subscription ?? ''),
        'cancellation_requested',
      );
      return schedule;
    },
  },
  'POST /v1/promotion_codes': {
    known: ['promotion', 'code', 'customer', 'expires_at', 'max_redemptions', 'metadata', 'active'],
    run: ({ account, form }) => createPromotionCode(account, form),
  },
  'POST /v1/promotion_codes/:id': {
    known: ['active', 'metadata'],
    run: ({ account, form, id }) => {
      const promotion = findOrRefuse(account.promotions, id, 'promotion_code');
      const active = readText(form, 'active');
      if (active !== undefined) promotion.active = active === 'true';
      Object.assign(promotion.metadata, readMetadata(form));
      return promotion;
    },
  },
};
