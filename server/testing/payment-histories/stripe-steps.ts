import { changeCard, deleteCustomer, createCard } from '../stripe-model/customers.ts';
import type { CardBehaviour, Charge } from '../stripe-model/objects.ts';
import {
  closeDispute,
  createRefund,
  escalateInquiry,
  failRefund,
  openDispute,
} from '../stripe-model/payments.ts';
import { issueCreditNote } from '../stripe-model/credit-notes.ts';
import {
  pauseCollection,
  payOpenInvoice,
  setSubscriptionEnd,
} from '../stripe-model/billing-cycles.ts';
import { releaseSchedule, findScheduleOfSubscription } from '../stripe-model/schedules.ts';
import { cancelSubscriptionNow, getSubscriptionItem } from '../stripe-model/subscriptions.ts';
import { confirmUpgrade, upgradeSubscription } from '../stripe-model/upgrades.ts';
import {
  type Actor,
  findLatestCustomer,
  findLatestSubscription,
  findLiveSubscriptions,
} from './actor.ts';
import { createRandomSource } from './random-source.ts';
import type { HistoryStep } from './plan.ts';
import { isSubscriptionEnding } from './planned-charges.ts';
import { isChargePaid } from './charge-status.ts';
import { clearRenewalStops, scheduleRetryCheck } from './delayed-checks.ts';
import { HOUR_MS } from './times.ts';
import type { World } from './world.ts';

const MOODS: Partial<Record<HistoryStep['kind'], CardBehaviour>> = {
  'the bank starts to decline': 'declines',
  'the bank starts to ask': 'asks',
  'the bank pays again': 'pays',
};

const isOpen = (status: string) =>
  status === 'needs_response' || status === 'warning_needs_response';

/** What happens at Stripe alone: in its portal, at banks, and in the operator's Dashboard. */
export function performStepAtStripe(world: World, actor: Actor, step: HistoryStep): void {
  const { account } = world;
  const subscription = findLiveSubscriptions(account, actor).at(-1);
  const say = (detail = '') => {
    world.say(actor, `${step.kind}${detail}`);
    world.count(step.kind);
    // How the portal stops differs by it.
    if (subscription && step.kind.endsWith('portal'))
      world.count(`${step.kind} (${subscription.billing_mode.type})`);
  };
  const customer = findLatestCustomer(account, actor);
  const charges = [...account.charges.values()].filter(({ customer }) =>
    actor.customers.has(customer ?? ''),
  );
  const paid = charges.findLast((one) => one.paid && !one.refunded && isChargePaid(account, one));
  const disputes = [...account.disputes.values()].filter(
    ({ charge, status }) => isOpen(status) && charges.some(({ id }) => id === charge),
  );
  const end = () => {
    for (const { id } of findLiveSubscriptions(account, actor)) actor.ended.add(id);
  };
  const mood = MOODS[step.kind];
  if (mood && subscription?.default_payment_method) {
    account.moods.set(subscription.default_payment_method, mood);
    return say();
  }
  switch (step.kind) {
    case 'stop in the portal':
      // Whether the portal can stop what a schedule manages is not documented: it does not here.
      if (subscription && !isSubscriptionEnding(subscription) && subscription.schedule === null) {
        setSubscriptionEnd(
          account,
          subscription,
          true,
          subscription.billing_mode.type === 'flexible',
        );
        say();
      }
      return;
    case 'renew again in the portal':
      if (subscription && isSubscriptionEnding(subscription) && subscription.schedule === null) {
        setSubscriptionEnd(account, subscription, false);
        clearRenewalStops(actor);
        say();
      }
      return;
    case 'change the card in the portal':
      if (customer) {
        changeCard(account, customer, createCard(account, 'pays', '1881'));
        say();
      }
      return;
    case 'change the address in the portal':
      if (customer) {
        customer.email = `other-${customer.id.slice(-5)}@example.com`;
        account.emit('customer.updated', customer);
        say();
      }
      return;
    case 'go to yearly in the portal':
      return switchInPortal(world, actor, say);
    case 'pay the oldest open invoice':
    case 'pay the open invoice': {
      if (subscription?.pending_update) {
        clearRenewalStops(actor);
        confirmUpgrade(account, subscription);
        return say(': confirms the change to yearly');
      }
      const owing = subscription ?? findLatestSubscription(account, actor);
      if (owing !== subscription) account.moods.set(owing?.default_payment_method ?? '', 'pays');
      actor.paidByHandAt = world.now();
      const outcome =
        owing && payOpenInvoice(account, owing, step.kind === 'pay the oldest open invoice');
      if (outcome && owing !== subscription) world.count('the invoice of what has ended is paid');
      if (outcome) say(`: ${outcome}`);
      return;
    }
    case 'the operator refunds all':
    case 'the operator refunds a part':
      return refund(world, actor, step, paid);
    case 'the operator refunds in two parts':
      refund(world, actor, step, paid);
      return world.at(world.now() + 36 * HOUR_MS, () => refund(world, actor, step, paid, true));
    case 'the operator credits a part to the card':
    case 'the operator credits a part to the balance':
      return credit(world, actor, step, paid);
    case 'the operator ends the subscription':
      if (subscription) {
        actor.ended.add(subscription.id);
        cancelSubscriptionNow(account, subscription, 'cancellation_requested');
        say();
      }
      return;
    case 'the operator deletes the customer':
      if (customer) {
        end();
        deleteCustomer(account, customer.id);
        say();
      }
      return;
    case 'the bank disputes':
    case 'the bank asks about a payment':
      if (paid && !paid.disputed && paid.amount_refunded === 0) {
        openDispute(account, paid, step.kind === 'the bank asks about a payment');
        say();
      }
      return;
    case 'the bank disputes what was refunded': {
      // What was refunded whole by card can't be disputed; of a bank debit that happens.
      const refunded = charges.findLast(
        (one) =>
          one.amount_refunded > 0 &&
          !one.disputed &&
          !(one.refunded && one.payment_method_details.type === 'card'),
      );
      if (refunded) {
        openDispute(account, refunded);
        say();
      }
      return;
    }
    case 'the operator releases the schedule':
    case 'the operator cancels the schedule': {
      const schedule = subscription && findScheduleOfSubscription(account, subscription);
      if (!schedule) return;
      clearRenewalStops(actor);
      if (step.kind === 'the operator cancels the schedule') end();
      if (step.kind === 'the operator releases the schedule') releaseSchedule(account, schedule);
      else cancelSubscriptionNow(account, subscription, 'cancellation_requested');
      return say();
    }
    case 'the operator pauses the payments': {
      if (subscription?.status !== 'active' || subscription.pause_collection) return;
      const chance = createRandomSource(step.choice);
      const resumes_at = account.now() + Math.floor(chance.between(5, 70)) * 86_400;
      pauseCollection(account, subscription, { behavior: 'void', resumes_at });
      return say();
    }
    case 'the operator lets the payments go on':
      if (!subscription?.pause_collection) return;
      pauseCollection(account, subscription, null);
      clearRenewalStops(actor);
      return say();
    case 'the operator archives the price':
    case 'the operator archives the product': {
      if (!subscription) return;
      const { price } = getSubscriptionItem(subscription);
      const product = account.products.get(price.product);
      if (product && step.kind === 'the operator archives the product') {
        product.active = false;
        account.emit('product.updated', product);
        return say();
      }
      price.active = false;
      account.emit('price.updated', price);
      return say();
    }
    case 'the dispute is won':
    case 'the dispute is lost': {
      const [dispute] = disputes;
      if (!dispute) return;
      if (dispute.status === 'warning_needs_response' && step.kind === 'the dispute is lost') {
        escalateInquiry(account, dispute);
        world.count('an inquiry becomes a dispute');
        return world.say(actor, 'the bank goes on from its inquiry to a dispute');
      }
      closeDispute(account, dispute, step.kind === 'the dispute is won' ? 'won' : 'lost');
      return say();
    }
    case 'the last refund fails': {
      const last = [...account.refunds.values()].findLast(({ charge }) =>
        charges.some(({ id }) => id === charge),
      );
      // "This process can take up to 30 days from the post date" (Stripe, Refund and cancel payments, Failed refunds).
      const isOnItsWay = last?.status === 'succeeded' || last?.status === 'pending';
      if (isOnItsWay && account.now() < last.created + 30 * 86_400) {
        failRefund(account, last);
        scheduleRetryCheck(world, actor, last);
        say();
      }
      return;
    }
    default:
      return;
  }
}

/** Only where the operator allows it in the portal's settings; the subscription's metadata stays what it was. */
function switchInPortal({ account }: World, actor: Actor, say: (detail?: string) => void): void {
  const subscription = findLiveSubscriptions(account, actor).at(-1);
  if (subscription?.status !== 'active' || isSubscriptionEnding(subscription)) return;
  const yearly = [...account.prices.values()].find(
    ({ recurring, currency }) =>
      recurring?.interval === 'year' && currency === subscription.currency,
  );
  if (!yearly || getSubscriptionItem(subscription).price.recurring?.interval === 'year') return;
  upgradeSubscription(account, subscription, {
    price: yearly,
    at: account.now(),
    behaviour: 'pending_if_incomplete',
  });
  say();
}

function refund(
  world: World,
  actor: Actor,
  { kind }: HistoryStep,
  paid: Charge | undefined,
  isRest = false,
): void {
  if (!paid?.paid || paid.refunded) return;
  // Stripe refuses to refund what the bank has taken back: "Charge has been charged back."
  const dispute = [...world.account.disputes.values()].find(({ charge }) => charge === paid.id);
  if (dispute && !dispute.is_charge_refundable) return;
  const left = paid.amount - paid.amount_refunded;
  const amount = kind === 'the operator refunds all' || isRest ? left : Math.ceil(left / 3);
  createRefund(world.account, { charge: paid.id, amount });
  world.count(kind);
  world.say(actor, `${kind}: ${amount} of ${paid.amount}`);
}

function credit(world: World, actor: Actor, { kind }: HistoryStep, paid: Charge | undefined): void {
  const { account } = world;
  const link = [...account.invoicePayments.values()].find(
    ({ payment }) => payment.payment_intent === paid?.payment_intent,
  );
  const invoice = account.invoices.get(link?.invoice ?? '');
  if (!paid || paid.disputed || invoice?.status !== 'paid') return;
  const amount = Math.ceil((paid.amount - paid.amount_refunded) / 4);
  const to = kind === 'the operator credits a part to the card' ? 'card' : 'balance';
  issueCreditNote(account, invoice, amount, to);
  world.count(kind);
  world.say(actor, `${kind}: ${amount} of ${paid.amount}`);
}
