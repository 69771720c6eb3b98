import { type StripeAccount, findOrRefuse, StripeRefusal } from './account.ts';
import type { SchedulePhase, SubscriptionSchedule } from './discount-objects.ts';
import { type FormHash, readHash, readList, readMetadata, readNumber, readText } from './form.ts';
import type { Subscription, SubscriptionItem } from './objects.ts';
import { computePeriodEndSeconds } from './periods.ts';
import { findOrCreatePrice } from './prices.ts';

/** The schedule by which a subscription is changed now; undefined where there is none. */
export const findScheduleOfSubscription = (account: StripeAccount, { schedule }: Subscription) =>
  schedule === null ? undefined : account.schedules.get(schedule);

/** The phase that follows the present one. */
export function findNextPhase({ phases, current_phase }: SubscriptionSchedule) {
  return current_phase && phases.find(({ start_date }) => start_date >= current_phase.end_date);
}

/**
 * "Migrate an existing subscription to be managed by a subscription schedule. If this parameter is set, a subscription
 * schedule will be created using the subscription's item(s), set to auto-renew using the subscription's interval" (Stripe
 * API, Create a schedule).
 */
export function createSchedule(
  account: StripeAccount,
  subscription: Subscription,
  item: SubscriptionItem,
): SubscriptionSchedule {
  if (subscription.schedule !== null)
    throw new StripeRefusal(
      400,
      'You cannot migrate a subscription that is already attached to a schedule.',
    );
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw new StripeRefusal(400, 'You cannot migrate a subscription that has ended.');
  const phase = { start_date: item.current_period_start, end_date: item.current_period_end };
  const schedule: SubscriptionSchedule = {
    ...account.make('schedules', 'subscription_schedule'),
    customer: subscription.customer,
    status: 'active',
    subscription: subscription.id,
    released_subscription: null,
    canceled_at: null,
    completed_at: null,
    released_at: null,
    current_phase: phase,
    end_behavior: subscription.cancel_at === null ? 'release' : 'cancel',
    metadata: {},
    phases: [
      {
        ...phase,
        items: [{ price: item.price.id, quantity: 1, metadata: {} }],
        discounts: subscription.discounts.map(toPhaseDiscount),
        default_tax_rates: subscription.default_tax_rates,
        metadata: {},
        currency: subscription.currency,
        proration_behavior: 'create_prorations',
        trial_end: null,
      },
    ],
  };
  account.schedules.set(schedule.id, schedule);
  subscription.schedule = schedule.id;
  account.emit('subscription_schedule.created', schedule);
  return schedule;
}

const toPhaseDiscount = (discount: string) => ({ coupon: null, discount, promotion_code: null });

const KNOWN = new Set([
  'items',
  'start_date',
  'end_date',
  'duration',
  'iterations',
  'proration_behavior',
  'metadata',
  'currency',
  'billing_cycle_anchor',
  'default_payment_method',
  'discounts',
  'default_tax_rates',
]);

/**
 * Changes what is to come. "List representing phases … the `end_date` of one phase will always equal the `start_date` of the
 * next phase. Note that past phases can be omitted" (Stripe API, Update a schedule).
 */
export function changeSchedule(
  account: StripeAccount,
  schedule: SubscriptionSchedule,
  form: FormHash,
): void {
  if (schedule.status !== 'active')
    throw new StripeRefusal(
      400,
      `You cannot update a subscription schedule that is ${schedule.status}.`,
    );
  const sent = readList(form, 'phases') as FormHash[];
  if (sent.length > 0) {
    let start = schedule.current_phase?.start_date ?? account.now();
    const phases = sent.map((one) => {
      const phase = readPhase(account, one, start);
      start = phase.end_date;
      return phase;
    });
    const [first] = phases;
    if (!first || first.end_date <= account.now())
      throw new StripeRefusal(400, 'The first phase must cover the present.');
    schedule.phases = phases;
    const subscription = account.subscriptions.get(schedule.subscription ?? '');
    if (subscription) applyPhase(subscription, first);
    schedule.current_phase = { start_date: first.start_date, end_date: first.end_date };
  }
  // What is refused changes nothing: these come after it.
  Object.assign(schedule.metadata, readMetadata(form));
  const behaviour = readText(form, 'end_behavior');
  if (behaviour !== undefined)
    schedule.end_behavior = behaviour === 'cancel' ? 'cancel' : 'release';
  account.emit('subscription_schedule.updated', schedule);
}

/**
 * "The coupons to redeem into discounts for the schedule phase. If not specified, inherits the discount from the subscription's
 * customer", who has none here (Stripe API, Update a schedule).
 */
function applyPhase(
  subscription: Subscription,
  { discounts, default_tax_rates: rates }: SchedulePhase,
): void {
  // "These Tax Rates will set the Subscription's `default_tax_rates`" (the same).
  subscription.default_tax_rates = rates;
  subscription.discounts = discounts.map(({ discount }) => discount);
}

function readPhase(account: StripeAccount, form: FormHash, from: number): SchedulePhase {
  const unknown = Object.keys(form).filter((name) => !KNOWN.has(name));
  if (unknown.length > 0) throw new Error(`phases: unknown ${unknown.join(', ')}`);
  const items = (readList(form, 'items') as FormHash[]).map((item) => {
    // An id, or `price_data`: "Data used to generate a new Price object inline" (Stripe API, Update a schedule).
    const price = findOrCreatePrice(account, item);
    return { price: price.id, quantity: 1, metadata: readMetadata(item) };
  });
  const start = readNumber(form, 'start_date') ?? from;
  if (start !== from)
    throw new StripeRefusal(
      400,
      'The start_date of a phase must be the end_date of the one before.',
    );
  const [item] = items;
  const price = findOrRefuse(account.prices, item?.price ?? '', 'price');
  const duration = readHash(form, 'duration');
  const interval = readText(duration, 'interval') as 'month' | 'year' | undefined;
  const count = readNumber(duration, 'interval_count') ?? readNumber(form, 'iterations') ?? 1;
  const recurring = {
    interval: interval ?? price.recurring?.interval ?? 'month',
    interval_count: count,
  } as const;
  return {
    start_date: start,
    end_date:
      readNumber(form, 'end_date') ??
      computePeriodEndSeconds(start, start, {
        recurring: { ...recurring, usage_type: 'licensed' },
      }),
    items,
    discounts: (readList(form, 'discounts') as FormHash[]).map((one) =>
      toPhaseDiscount(
        findOrRefuse(account.discounts, readText(one, 'discount') ?? '', 'discount').id,
      ),
    ),
    default_tax_rates: (readList(form, 'default_tax_rates') as string[]).map((id) => ({ id })),
    metadata: form['metadata'] === undefined ? null : readMetadata(form),
    currency: price.currency,
    proration_behavior: (readText(form, 'proration_behavior') ?? 'create_prorations') as 'none',
    trial_end: null,
  };
}

/**
 * Has a schedule go on to its next phase where the present one is over: "When a phase starts, Stripe updates the
 * subscription based on the next phase's attributes"; after the last one, "`release` will end the subscription schedule and
 * keep the underlying subscription running" (Stripe, Subscription schedules; API, Update a schedule). Returns whether the
 * subscription ends by it.
 */
export function applyDuePhaseAndCheckIfEnded(
  account: StripeAccount,
  subscription: Subscription,
  item: SubscriptionItem,
): 'ends' | 'goes on' {
  const schedule = findScheduleOfSubscription(account, subscription);
  const { current_phase: present } = schedule ?? {};
  if (schedule?.status !== 'active' || !present || present.end_date > account.now())
    return 'goes on';
  const next = findNextPhase(schedule);
  if (!next) {
    if (schedule.end_behavior === 'cancel') return 'ends';
    releaseSchedule(account, schedule);
    return 'goes on';
  }
  schedule.current_phase = { start_date: next.start_date, end_date: next.end_date };
  const [planned] = next.items;
  const price = findOrRefuse(account.prices, planned?.price ?? '', 'price');
  // "The billing date changes to the date of the update" where the interval does (Stripe, Change prices).
  if (price.recurring?.interval !== item.price.recurring?.interval)
    subscription.billing_cycle_anchor = next.start_date;
  item.price = price;
  applyPhase(subscription, next);
  Object.assign(subscription.metadata, next.metadata ?? {});
  account.emit('subscription_schedule.updated', schedule);
  return 'goes on';
}

/**
 * "Releases the subscription schedule immediately, which will stop scheduling of its phases, but leave any existing
 * subscription in place. A schedule can only be released if its status is not_started or active" (Stripe API, Release a
 * schedule).
 */
export function releaseSchedule(account: StripeAccount, schedule: SubscriptionSchedule): void {
  if (schedule.status !== 'active' && schedule.status !== 'not_started')
    throw new StripeRefusal(
      400,
      `You cannot release a subscription schedule that is currently in the \`${schedule.status}\` status. It can only be released if its status is \`not_started\` or \`active\`.`,
    );
  const subscription = account.subscriptions.get(schedule.subscription ?? '');
  Object.assign(schedule, {
    status: 'released',
    released_at: account.now(),
    released_subscription: schedule.subscription,
    subscription: null,
    current_phase: null,
  });
  if (subscription) {
    subscription.schedule = null;
    account.emit('customer.subscription.updated', subscription);
  }
  account.emit('subscription_schedule.released', schedule);
}

/** Ends the schedule of a subscription that has ended. */
export function endSchedule(account: StripeAccount, subscription: Subscription): void {
  const schedule = findScheduleOfSubscription(account, subscription);
  if (schedule?.status !== 'active') return;
  Object.assign(schedule, { status: 'canceled', canceled_at: account.now(), current_phase: null });
  account.emit('subscription_schedule.canceled', schedule);
}

/** "The subscription is managed by the subscription schedule …": what Stripe refuses with these words. */
export function refuseIfScheduled({ schedule }: Subscription): void {
  if (schedule !== null)
    throw new StripeRefusal(
      400,
      `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
}
