import { ORDER_CONSENT, PASSWORD } from '../people.ts';
import { tryToApplyPromotionCode } from '../stripe-model/checkout.ts';
import { payCheckoutSession } from '../stripe-model/checkout-payment.ts';
import { deleteCustomer, createCard } from '../stripe-model/customers.ts';
import type { CardBehaviour } from '../stripe-model/objects.ts';
import { changeEmailInApp, openPortalInApp } from './account-steps.ts';
import {
  type Actor,
  findLatestCustomer,
  findLiveSubscriptions,
  findCheckoutSessionByUrl,
} from './actor.ts';
import { type RandomSource, createRandomSource } from './random-source.ts';
import {
  setNextPlanInApp,
  cancelYearlyChangeInApp,
  changeToYearlyInApp,
  changeToYearlyWithBankConfirmation,
  pausePassInApp,
  resumePassInApp,
  setRenewalInApp,
  stopWithoutSigningIn,
} from './pass-changes.ts';
import { TYPED_PROMOTION_CODES } from './promotion-codes.ts';
import {
  withdrawGiftInApp,
  openGiftCheckout,
  redeemGiftInApp,
  refundGiftInStudio,
} from './gifts.ts';
import { CURRENCIES, type HistoryStep } from './plan.ts';
import { refundInStudio, withdrawInApp } from './refunds-and-withdrawals.ts';
import { HOUR_MS, MINUTE_MS } from './times.ts';
import type { RunningWorld, World } from './world.ts';

type PassPlan = 'monthly' | 'yearly' | 'lifetime' | 'trip';

/** Of so many people one stops without signing in. */
const UNSIGNED_EVERY = 4;
/** How many times a person tries again what has failed for a passing reason. */
const PATIENCE = 3;

/** Opens the page of payment for a plan; resolves to its URL, or to null when the app refuses. */
async function openCheckout(
  world: World,
  actor: Actor,
  plan: PassPlan,
  currency: string = actor.plan.currency,
): Promise<string | null> {
  const body = { plan, currency, consent: ORDER_CONSENT };
  for (let tries = 0; tries < PATIENCE; tries++) {
    const { faults } = actor;
    const reply = await actor.own.call('POST /api/checkouts', { body });
    if (reply.status === 201) {
      world.say(actor, `opens the page to buy ${plan} for ${reply.body.amountMinor} ${currency}`);
      comparePageWithOrder(world, actor, reply.body);
      return reply.body.url;
    }
    world.say(actor, `is refused ${plan}: ${reply.status} ${reply.body.error?.code}`);
    if (reply.status < 500) return null;
    if (actor.faults === faults)
      world.report(actor, 'a purchase fails though Stripe answers', reply.body, null);
  }
  return null;
}

/** The page of payment asks for what the order showed, in its currency. */
function comparePageWithOrder(
  { account, report, count }: World,
  actor: Actor,
  order: { url: string; amountMinor: number; currency: string },
): void {
  const session = findCheckoutSessionByUrl(account, order.url);
  if (!session || session.status !== 'open') return;
  count('an order is held to its page');
  const isTyped = session.discounts.length > 0;
  const isSame = isTyped || session.amount_total === order.amountMinor;
  if (!isSame || session.currency.toUpperCase() !== order.currency)
    report(actor, 'the page asks for something else than was shown', order, session);
}

/** Comes back from a page of Stripe: the page of success has the app read Stripe again. */
async function returnFromStripe(world: World, actor: Actor): Promise<void> {
  const { status } = await actor.own.call('POST /api/passes/sync');
  if (status === 200) actor.lastNotice = world.now();
  world.say(actor, `comes back to the app (${status})`);
}

/** Pays on Stripe's page, as people do: some are declined first, some pay by bank debit, some do not come back. */
async function pay(world: World, actor: Actor, url: string, chance: RandomSource): Promise<void> {
  const session = findCheckoutSessionByUrl(world.account, url);
  if (!session) return world.say(actor, 'finds the page of payment closed');
  const mood = chance.pick<CardBehaviour>(
    ['pays', 'declines', 'asks', 'hangs', 'bounces'],
    [76, 8, 6, 5, 5],
  );
  if (chance.happens(0.3)) {
    const code = chance.pick(TYPED_PROMOTION_CODES);
    const isTaken = tryToApplyPromotionCode(world.account, session, code);
    world.say(actor, `types the code ${code}${isTaken ? '' : ', which is refused'}`);
  }
  const last4 = String(1000 + Math.floor(chance.next() * 9000));
  const method = createCard(world.account, mood, last4);
  const outcome = payCheckoutSession(world.account, session, method.id, true);
  world.say(actor, `pays for the ${session.mode} with a card that ${mood}: ${outcome}`);
  if (outcome === 'declined' && chance.happens(0.7)) {
    const other = createCard(world.account, 'pays', '4242');
    world.say(
      actor,
      `pays with another card: ${payCheckoutSession(world.account, session, other.id)}`,
    );
  }
  if (session.payment_status === 'paid') world.count(`paid in ${session.currency}`);
  if (chance.happens(0.75)) await returnFromStripe(world, actor);
}

async function buy(running: RunningWorld, actor: Actor, plan: PassPlan, chance: RandomSource) {
  const { world } = running;
  const url = await openCheckout(world, actor, plan);
  if (url !== null) payLater(running, actor, url, chance);
}

/** Pays a page soon, later, too late, or never. */
function payLater(running: RunningWorld, actor: Actor, url: string, chance: RandomSource): void {
  const { world } = running;
  const wait = chance.pick([2 * MINUTE_MS, 3 * HOUR_MS, 25 * HOUR_MS, null], [80, 8, 4, 8]);
  if (wait === null) return world.say(actor, 'leaves the page');
  world.at(world.now() + wait, () => running.as(actor, () => pay(world, actor, url, chance)));
}

async function erase(world: World, actor: Actor): Promise<void> {
  const body = { email: actor.own.email, currentPassword: PASSWORD };
  const { status } = await actor.own.call('DELETE /api/users/me', { body });
  actor.isErased = status === 200;
  if (actor.isErased) actor.erasedAt = world.now();
  if (actor.isErased) world.count('an account is erased');
  world.say(actor, `erases the account: ${status}`);
}

const choosePlan = (chance: RandomSource) =>
  chance.pick<PassPlan>(['monthly', 'yearly', 'lifetime', 'trip'], [55, 18, 17, 10]);

async function buyInTwoTabs(running: RunningWorld, actor: Actor, chance: RandomSource) {
  const { world } = running;
  const urls = [
    await openCheckout(world, actor, choosePlan(chance)),
    await openCheckout(world, actor, choosePlan(chance)),
  ];
  if (urls.every((url) => url !== null)) world.count('two tabs are open');
  for (const [index, url] of urls.entries())
    if (url !== null)
      world.at(world.now() + (index + 1) * chance.between(1, 20) * MINUTE_MS, () =>
        running.as(actor, () => pay(world, actor, url, chance)),
      );
}

/** What people do in the app. Resolves to false when a step is none of these. */
export async function performStepIfInApp(
  running: RunningWorld,
  actor: Actor,
  step: HistoryStep,
): Promise<boolean> {
  const { world } = running;
  const { own } = actor;
  const chance = createRandomSource(step.choice);
  switch (step.kind) {
    case 'buy':
      await buy(running, actor, choosePlan(chance), chance);
      return true;
    case 'buy lifetime':
      await buy(running, actor, 'lifetime', chance);
      return true;
    case 'buy trip':
      await buy(running, actor, 'trip', chance);
      return true;
    case 'buy in two tabs':
      await buyInTwoTabs(running, actor, chance);
      return true;
    case 'stop in the app':
      if (step.choice % UNSIGNED_EVERY === 0) await stopWithoutSigningIn(world, actor);
      else await setRenewalInApp(world, actor, false);
      return true;
    case 'renew again in the app':
      await setRenewalInApp(world, actor, true);
      return true;
    case 'go to yearly':
      await changeToYearlyInApp(world, actor);
      return true;
    case 'go to yearly by the bank':
      await changeToYearlyWithBankConfirmation(running, actor, chance);
      return true;
    case 'give up yearly':
      await cancelYearlyChangeInApp(world, actor);
      return true;
    case 'pause':
      await pausePassInApp(world, actor, chance);
      return true;
    case 'go on':
      await resumePassInApp(running, actor, chance);
      return true;
    case 'go on monthly':
    case 'stay yearly':
      await setNextPlanInApp(world, actor, step.kind === 'stay yearly');
      return true;
    case 'buy a gift': {
      const url = await openGiftCheckout(world, actor, chance);
      if (url !== null) payLater(running, actor, url, chance);
      return true;
    }
    case 'redeem a gift':
      await redeemGiftInApp(world, actor, chance);
      return true;
    case 'give a gift back':
      await withdrawGiftInApp(world, actor);
      return true;
    case 'the operator refunds a gift':
      await refundGiftInStudio(world, actor);
      return true;
    case 'the operator refunds in the studio':
      await refundInStudio(world, actor);
      return true;
    case 'buy in another currency': {
      const other = CURRENCIES.find((one) => one !== actor.plan.currency) ?? 'EUR';
      const url = await openCheckout(world, actor, choosePlan(chance), other);
      if (url !== null) payLater(running, actor, url, chance);
      return true;
    }
    case 'buy while the customer is deleted':
    case 'erase with an open page': {
      const url = await openCheckout(world, actor, choosePlan(chance));
      if (url === null) return true;
      world.at(world.now() + 40 * MINUTE_MS, () =>
        running.as(actor, () => pay(world, actor, url, chance)),
      );
      if (step.kind === 'erase with an open page') await erase(world, actor);
      const customer = findLatestCustomer(world.account, actor);
      if (step.kind !== 'erase with an open page' && customer) {
        for (const { id } of findLiveSubscriptions(world.account, actor)) actor.ended.add(id);
        deleteCustomer(world.account, customer.id);
        world.count(step.kind);
        world.say(actor, 'the operator deletes the customer');
      }
      return true;
    }
    case 'change the e-mail in the app':
      await changeEmailInApp(running, actor);
      return true;
    case 'open the portal':
      await openPortalInApp(world, actor);
      return true;
    case 'give back':
      await withdrawInApp(world, actor);
      return true;
    case 'look':
      await own.call('GET /api/passes/mine');
      return true;
    case 'erase the account':
      await erase(world, actor);
      return true;
    default:
      return false;
  }
}
