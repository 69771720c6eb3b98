import { CALL_FAULTS } from '../stripe-model/server.ts';
import { listProviderOperations } from './provider-operations.ts';
import { CURRENCIES, COUNTED_STRIPE_STEPS } from './plan.ts';

/**
 * What has to have happened in the histories of `npm test -- --whole`, so that "0 deviations" says something: each fault of events and of
 * calls, each end of dunning, the portal in both billing modes, and each step of a plan that changes something at Stripe.
 */
export const EXPECTED_HAPPENINGS: readonly string[] = [
  ...['soon', 'twice', 'late', 'never', 'after a later one'].map(
    (fate) => `an event comes ${fate}`,
  ),
  ...CALL_FAULTS.map((fault) => `a call is ${fault}`),
  ...['cancel', 'unpaid', 'past_due', 'pause'].map((end) => `dunning ends with ${end}`),
  ...['flexible', 'classic'].flatMap((mode) =>
    ['stop', 'renew again', 'change the card', 'change the address', 'go to yearly'].map(
      (act) => `${act} in the portal (${mode})`,
    ),
  ),
  ...CURRENCIES.map((currency) => `paid in ${currency.toLowerCase()}`),
  ...COUNTED_STRIPE_STEPS,
  'two tabs are open',
  'an account is erased',
  'an inquiry becomes a dispute',
  'what charges is stopped in the app',
  'what charges is stopped without signing in',
  'the invoice of what has ended is paid',
  'an order is held to its page',
  // The comparisons themselves.
  'a payment is looked at an hour later',
  'a renewal is held to what was shown',
  'a change is held to what was agreed',
  'a withdrawal is looked at',
  'a second withdrawal is looked at',
  'an end is looked at',
  'gifts are compared',
  'the figures are compared',
  'the next charge is compared',
  'a subscription charges beside a trip pass',
  'a refund that came back is looked at',
  'the time to withdraw is compared',
  'a changed address is looked at',
  ...['auto', 'txr_'].map((tax) => `an invoice is looked at for its tax (${tax})`),
];

/** In which ways kinds of calls to Stripe never went wrong, though they were made; `GET /v1/…` as they are counted. */
export const listUntriedFaults = (happened: ReadonlyMap<string, number>): string[] =>
  [...happened.keys()]
    .filter((kind) => /^(?:GET|POST|DELETE) \S+$/.test(kind))
    .flatMap((kind) => CALL_FAULTS.map((fault) => `${kind} is ${fault}`))
    .filter((pair) => !happened.has(pair));

/** Which of the operations that the app's provider uses never happened. */
export const listUnusedOperations = (happened: ReadonlyMap<string, number>): string[] =>
  listProviderOperations().filter((operation) => {
    const kind = new RegExp(`^${operation.replaceAll(':id', '[^/ ]+')}$`);
    return ![...happened.keys()].some((one) => kind.test(one));
  });
