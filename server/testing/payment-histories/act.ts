import { ORDER_CONSENT, PASSWORD } from '../people.ts';
import { enterPromotionCode, paySession } from '../stripe-model/checkout.ts';
import { issueCard } from '../stripe-model/customers.ts';
import type { CardMood } from '../stripe-model/objects.ts';
import { type Actor, findSession } from './actor.ts';
import { type Chance, createChance } from './chance.ts';
import { checkAfterPayment, checkAfterWithdrawal } from './compare.ts';
import { isPurchaseOf } from './oracle.ts';
import type { Step } from './plan.ts';
import { HOUR, MINUTE, type RunningWorld, type World } from './world.ts';

type PassPlan = 'monthly' | 'yearly' | 'lifetime' | 'trip';

/** How many times somebody tries again what has failed for a passing reason. */
const PATIENCE = 3;

/** Opens the page of payment for a plan; resolves to its URL, or to null when the app refuses. */
async function openCheckout(world: World, actor: Actor, plan: PassPlan): Promise<string | null> {
  const { currency } = actor.plan;
  const body = { plan, currency, consent: ORDER_CONSENT };
  for (let tries = 0; tries < PATIENCE; tries++) {
    const reply = await actor.own.call('POST /api/checkouts', { body });
    if (reply.status === 201) {
      world.say(actor, `opens the page to buy ${plan} for ${reply.body.amountMinor} ${currency}`);
      return reply.body.url;
    }
    world.say(actor, `is refused ${plan}: ${reply.status} ${reply.body.error?.code}`);
    if (reply.status < 500) return null;
  }
  return null;
}

/** Comes back from a page of Stripe: the page of success has the app read Stripe again. */
async function comeBack(world: World, actor: Actor): Promise<void> {
  const { status } = await actor.own.call('POST /api/passes/sync');
  if (status === 200) actor.lastNotice = world.now();
  world.say(actor, `comes back to the app (${status})`);
}

/** Pays on Stripe's page, as people do: some are declined first, some pay by bank debit, some do not come back. */
async function pay(world: World, actor: Actor, url: string, chance: Chance): Promise<void> {
  const session = findSession(world.account, url);
  if (!session) return world.say(actor, 'finds the page of payment closed');
  const mood = chance.pick<CardMood>(['pays', 'declines', 'asks', 'hangs'], [80, 8, 7, 5]);
  if (chance.happens(0.3)) {
    const percentOff = chance.pick([20, 50, 100]);
    if (enterPromotionCode(world.account, session, percentOff))
      world.say(actor, `types a code for ${percentOff} percent off`);
  }
  const last4 = String(1000 + Math.floor(chance.next() * 9000));
  const method = issueCard(world.account, mood, last4);
  const outcome = paySession(world.account, session, method.id, true);
  world.say(actor, `pays for the ${session.mode} with a card that ${mood}: ${outcome}`);
  if (outcome === 'declined' && chance.happens(0.7)) {
    const other = issueCard(world.account, 'pays', '4242');
    world.say(actor, `pays with another card: ${paySession(world.account, session, other.id)}`);
  }
  if (session.payment_status === 'paid') checkAfterPayment(world, actor, session);
  if (chance.happens(0.75)) await comeBack(world, actor);
}

async function buy(running: RunningWorld, actor: Actor, plan: PassPlan, chance: Chance) {
  const { world } = running;
  const url = await openCheckout(world, actor, plan);
  if (url === null) return;
  const wait = chance.pick([2 * MINUTE, 3 * HOUR, 25 * HOUR, null], [80, 8, 4, 8]);
  if (wait === null) return world.say(actor, 'leaves the page');
  world.at(world.now() + wait, () => running.as(actor, () => pay(world, actor, url, chance)));
}

/** Keeps what somebody has withdrawn from: it gives no access from then on, whenever its money goes back (rule 8). */
function noteWithdrawal(world: World, actor: Actor, plan: string | null): void {
  for (const session of world.account.sessions.values())
    if (actor.customers.has(session.customer ?? '') && isPurchaseOf(world.account, session, plan))
      actor.withdrawn.add(session.id);
  actor.lastChange = world.now();
  checkAfterWithdrawal(world, actor);
}

const choosePlan = (chance: Chance) =>
  chance.pick<PassPlan>(['monthly', 'yearly', 'lifetime', 'trip'], [55, 18, 17, 10]);

async function buyInTwoTabs(running: RunningWorld, actor: Actor, chance: Chance) {
  const { world } = running;
  const urls = [
    await openCheckout(world, actor, choosePlan(chance)),
    await openCheckout(world, actor, choosePlan(chance)),
  ];
  for (const [index, url] of urls.entries())
    if (url !== null)
      world.at(world.now() + (index + 1) * chance.between(1, 20) * MINUTE, () =>
        running.as(actor, () => pay(world, actor, url, chance)),
      );
}

/** What people do in the app. Resolves to false when a step is none of these. */
export async function actInApp(running: RunningWorld, actor: Actor, step: Step): Promise<boolean> {
  const { world } = running;
  const { own } = actor;
  const chance = createChance(step.choice);
  const noted = (status: number) => {
    if (status === 200) actor.lastNotice = world.now();
  };
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
    case 'renew again in the app': {
      const renews = step.kind === 'renew again in the app';
      const reply = await own.call('PUT /api/passes/mine/renewal', { body: { renews } });
      noted(reply.status);
      world.say(actor, `${step.kind}: ${reply.status} ${reply.body.error?.code ?? ''}`);
      return true;
    }
    case 'go to yearly': {
      const preview = await own.call('GET /api/passes/mine/yearly');
      if (preview.status !== 200) {
        world.say(actor, `is refused a change to yearly: ${preview.body.error?.code}`);
        return true;
      }
      const body = { dueMinor: preview.body.dueMinor, consent: ORDER_CONSENT };
      const reply = await own.call('POST /api/passes/mine/yearly', { body });
      noted(reply.status);
      world.say(
        actor,
        `goes to yearly for ${body.dueMinor}: ${reply.status} ${reply.body.error?.code ?? ''}`,
      );
      return true;
    }
    case 'give back': {
      const { pass } = (await own.call('GET /api/passes/mine')).body;
      if (!pass || pass.withdrawUntil === null) return true;
      const reply = await own.call('POST /api/passes/mine/withdrawal', { body: { id: pass.id } });
      noted(reply.status);
      if (reply.status === 200) noteWithdrawal(world, actor, pass.plan);
      world.say(
        actor,
        `gives the ${pass.plan} pass back for ${pass.withdrawMinor}: ${reply.status} ${reply.body.error?.code ?? ''}`,
      );
      return true;
    }
    case 'look':
      await own.call('GET /api/passes/mine');
      return true;
    case 'erase the account': {
      const body = { email: own.email, currentPassword: PASSWORD };
      const { status } = await own.call('DELETE /api/users/me', { body });
      actor.isErased = status === 200;
      world.say(actor, `erases the account: ${status}`);
      return true;
    }
    default:
      return false;
  }
}
