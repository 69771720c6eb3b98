import type Stripe from 'stripe';
import { FakeStripeError, createResourceMissingError } from './errors.ts';
import { type NestedParams, readMapParam, readNumberParam, readTextParam } from './form.ts';
import { getSubscription, parsePriceData } from './invoices.ts';
import type { ApiCall } from './listing.ts';
import type { StoredSchedule } from './phases.ts';
import type { StripeState } from './state.ts';

function findSchedule(stripe: StripeState, id: string): StoredSchedule {
  const schedule = stripe.get<StoredSchedule>(id);
  if (!schedule) throw createResourceMissingError(id);
  return schedule;
}

/** Creates a schedule of the fake Stripe from a subscription: its first phase is the present period. */
export function createSchedule(stripe: StripeState, { params }: ApiCall): StoredSchedule {
  const subscription = getSubscription(stripe, readTextParam(params, 'from_subscription') ?? '');
  if (subscription.schedule !== null)
    throw new FakeStripeError(400, 'This subscription is managed by a schedule already.');
  const [item] = subscription.items.data;
  const schedule = stripe.put<StoredSchedule>({
    id: stripe.nextId('subsched'),
    object: 'subscription_schedule',
    created: stripe.now,
    status: 'active',
    subscription: subscription.id,
    phases: [
      {
        start_date: item?.current_period_start ?? stripe.now,
        end_date: item?.current_period_end ?? stripe.now,
        items: [{ price: item?.price.id ?? '', quantity: 1 }],
        discounts: [],
        default_tax_rates: subscription.default_tax_rates ?? [],
      },
    ],
    metadata: {},
    fixture: null,
  });
  stripe.put(Object.assign(subscription, { schedule: schedule.id }));
  stripe.emit('customer.subscription.updated', subscription);
  return schedule;
}

/** Changes what a schedule of the fake Stripe does once its first phase is over. */
export function updateSchedule(stripe: StripeState, { params }: ApiCall, id: string) {
  const schedule = findSchedule(stripe, id);
  const [first, second] = [
    readMapParam(params, 'phases', '0'),
    readMapParam(params, 'phases', '1'),
  ];
  if (readNumberParam(first, 'end_date') !== schedule.phases[0]?.end_date)
    throw new FakeStripeError(400, 'The first phase ends with the present period.');
  if (readTextParam(second, 'duration', 'interval') === undefined)
    throw new FakeStripeError(400, 'The last phase needs a duration or an end date.');
  schedule.fixture = {
    terms: parsePriceData(readMapParam(second, 'items', '0')),
    rateId: readTextParam(second, 'default_tax_rates', '0') ?? null,
    metadata: readMapParam(second, 'metadata'),
  };
  Object.assign(schedule.metadata, readMapParam(params, 'metadata'));
  return stripe.put(schedule);
}

/** Returns a schedule of the fake Stripe. */
export const retrieveSchedule = (stripe: StripeState, _call: ApiCall, id: string) =>
  findSchedule(stripe, id);

/** Releases a subscription of the fake Stripe from its schedule: it stays as it is. */
export function releaseSchedule(stripe: StripeState, _call: ApiCall, id: string): StoredSchedule {
  const schedule = findSchedule(stripe, id);
  if (schedule.status !== 'active') throw new FakeStripeError(400, 'This schedule is not active.');
  const subscription = getSubscription(stripe, schedule.subscription);
  stripe.put(Object.assign(subscription, { schedule: null }));
  stripe.emit('customer.subscription.updated', subscription);
  return stripe.put({ ...schedule, status: 'released' });
}

/** Stores or ends the pause of a subscription's payments, where a call says so. */
export function updatePauseFromParams(
  subscription: Stripe.Subscription,
  params: NestedParams,
): void {
  if (params['pause_collection'] === undefined) return;
  const behavior = readTextParam(params, 'pause_collection', 'behavior');
  const resumesAt = readNumberParam(params, 'pause_collection', 'resumes_at') ?? null;
  subscription.pause_collection =
    behavior === undefined ? null : { behavior: behavior as 'void', resumes_at: resumesAt };
}
