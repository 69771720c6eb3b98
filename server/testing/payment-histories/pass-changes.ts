import { ORDER_CONSENT } from '../people.ts';
import { confirmUpgrade } from '../stripe-model/upgrades.ts';
import { type Actor, findLiveSubscriptions } from './actor.ts';
import type { RandomSource } from './random-source.ts';
import { isSubscriptionEnding } from './planned-charges.ts';
import {
  checkStopped,
  clearRenewalStops,
  recordRenewalStopAndScheduleCheck,
} from './delayed-checks.ts';
import { computeTruth } from './oracle.ts';
import { computeCreditMinor, computeLeastCreditMinor } from './orders.ts';
import { computeComparableFromMs, findRetryEndMs } from './readiness.ts';
import { HOUR_MS, MINUTE_MS } from './times.ts';
import type { RunningWorld, World } from './world.ts';

/** What people change in the app about a pass that they have. */

/** Keeps what a reply told: the app had word, and what was stopped may charge again, unless it refused. */
function noteReply(world: World, actor: Actor, status: number, mayReopen = true): void {
  if (status === 200) actor.lastNotice = world.now();
  if (mayReopen && (status < 400 || status >= 500)) clearRenewalStops(actor);
}

export async function setRenewalInApp(world: World, actor: Actor, renews: boolean): Promise<void> {
  const { charges } = computeTruth(world.account, actor);
  const isKnown = world.now() >= computeComparableFromMs(actor);
  const { faults } = actor;
  const reply = await actor.own.call('PUT /api/passes/mine/renewal', { body: { renews } });
  noteReply(world, actor, reply.status, renews);
  const what = renews ? 'has it renew again' : 'stops it';
  world.say(actor, `${what} in the app: ${reply.status} ${reply.body.error?.code ?? ''}`);
  const own = findLiveSubscriptions(world.account, actor);
  if (renews && reply.status === 200 && own.length > 0 && own.every(isSubscriptionEnding))
    world.report(actor, 'had it renew again, and it still ends', reply.body, own);
  if (renews) return;
  if (reply.status === 200) {
    recordRenewalStopAndScheduleCheck(world, actor);
    // A stop that Stripe did not answer is kept, and reaches it within the hour; it must charge nothing meanwhile (shown-charges.ts).
    if (world.now() >= findRetryEndMs(actor, world.now())) checkStopped(world, actor, world.now());
  } else if (charges.length > 0 && isKnown && actor.faults === faults)
    // "Which you can do whenever you like" (terms).
    world.report(actor, 'what charges cannot be ended in the app', reply.body, charges);
  if (charges.length > 0) world.count('what charges is stopped in the app');
}

/** Cancels at the foot of a page, without signing in: "You need neither a reason nor your password" (contract page). */
export async function stopWithoutSigningIn(world: World, actor: Actor): Promise<void> {
  const { charges } = computeTruth(world.account, actor);
  const { email } = actor.own;
  const notice = { kind: 'end' as const, name: 'Somebody', email, language: 'en' as const };
  const body = { ...notice, reference: null, passId: null };
  const reply = await world.site.createBrowser().call('POST /api/contract-notices', { body });
  world.say(actor, `stops it without signing in: ${reply.status} ${reply.body.error?.code ?? ''}`);
  if (reply.status !== 200) return;
  recordRenewalStopAndScheduleCheck(world, actor);
  if (charges.length > 0) world.count('what charges is stopped without signing in');
}

/** Asks for the yearly plan at the price that is shown; resolves to whether the bank is asked, or null when refused. */
export async function changeToYearlyInApp(world: World, actor: Actor): Promise<boolean | null> {
  const preview = await actor.own.call('GET /api/passes/mine/yearly');
  if (preview.status !== 200) {
    world.say(actor, `is refused a change to yearly: ${preview.body.error?.code}`);
    return null;
  }
  const body = { dueMinor: preview.body.dueMinor, consent: ORDER_CONSENT };
  const leastCredit = computeLeastCreditMinor(world.account, actor);
  const reply = await actor.own.call('POST /api/passes/mine/yearly', { body });
  noteReply(world, actor, reply.status);
  const { error, bankUrl } = reply.body;
  const asks = bankUrl === undefined || bankUrl === null ? '' : ' (the bank asks)';
  world.say(
    actor,
    `goes to yearly for ${body.dueMinor}: ${reply.status} ${error?.code ?? ''}${asks}`,
  );
  if (reply.status === 200) checkAgreed(world, actor, body.dueMinor, leastCredit);
  return reply.status === 200 ? asks !== '' : null;
}

/**
 * What is charged for a change is what was shown and agreed to, or less by the credit in the balance; and what was paid for the time
 * that is left is credited.
 */
function checkAgreed(world: World, actor: Actor, agreedMinor: number, leastCredit = 0): void {
  const { account } = world;
  const subscription = findLiveSubscriptions(account, actor).at(-1);
  const invoice = account.invoices.get(subscription?.latest_invoice ?? '');
  if (invoice?.billing_reason !== 'subscription_update') return;
  world.count('a change is held to what was agreed');
  if (invoice.amount_due > agreedMinor)
    world.report(actor, 'charged more than was agreed', { agreedMinor }, invoice);
  const credited = computeCreditMinor(invoice);
  if (credited < leastCredit)
    world.report(actor, 'a change does not credit what is left', { credited }, { leastCredit });
}

export async function cancelYearlyChangeInApp(world: World, actor: Actor): Promise<void> {
  const reply = await actor.own.call('DELETE /api/passes/mine/yearly');
  noteReply(world, actor, reply.status, false);
  world.say(actor, `gives up the change: ${reply.status} ${reply.body.error?.code ?? ''}`);
}

/** Goes to yearly with a bank that asks: the person confirms, gives up, or does nothing more. */
export async function changeToYearlyWithBankConfirmation(
  running: RunningWorld,
  actor: Actor,
  chance: RandomSource,
) {
  const { world } = running;
  const { account } = world;
  const method = findLiveSubscriptions(account, actor).at(-1)?.default_payment_method;
  if (!method) return;
  account.moods.set(method, 'asks');
  if (await changeToYearlyInApp(world, actor)) answerBank(running, actor, chance);
}

/** Once the bank asks about a change: the person confirms, gives up, or does nothing more. */
function answerBank(running: RunningWorld, actor: Actor, chance: RandomSource): void {
  const { world } = running;
  const { account } = world;
  const then = chance.pick(['confirms', 'gives up', 'gives up, then confirms', 'nothing'] as const);
  world.at(world.now() + chance.pick([3 * MINUTE_MS, 2 * HOUR_MS, 20 * HOUR_MS]), () =>
    running.as(actor, async () => {
      if (actor.isErased) return;
      if (then.startsWith('gives up')) await cancelYearlyChangeInApp(world, actor);
      if (!then.endsWith('confirms')) return;
      const subscription = findLiveSubscriptions(account, actor).at(-1);
      if (!subscription?.pending_update) return world.say(actor, 'finds nothing to confirm');
      clearRenewalStops(actor);
      confirmUpgrade(account, subscription);
      world.say(actor, 'confirms the change to the bank');
    }),
  );
}

export async function pausePassInApp(
  world: World,
  actor: Actor,
  chance: RandomSource,
): Promise<void> {
  const months = chance.pick([1, 2, 3]);
  const reply = await actor.own.call('PUT /api/passes/mine/pause', { body: { months } });
  noteReply(world, actor, reply.status);
  world.say(actor, `pauses for ${months} months: ${reply.status} ${reply.body.error?.code ?? ''}`);
}

/** Goes on after a pause, for what the page shows; some banks ask. */
export async function resumePassInApp(
  running: RunningWorld,
  actor: Actor,
  chance: RandomSource,
): Promise<void> {
  const { world } = running;
  const { account } = world;
  const { pass } = (await actor.own.call('GET /api/passes/mine')).body;
  if (!pass || pass.pausedUntil === null) return;
  const isOver = !pass.isActive;
  const method = findLiveSubscriptions(account, actor).at(-1)?.default_payment_method;
  if (isOver && method && chance.happens(0.5)) account.moods.set(method, 'asks');
  for (const { id, pause_collection } of findLiveSubscriptions(account, actor))
    if (pause_collection?.resumes_at) actor.pauses.set(id, pause_collection.resumes_at);
  const body = { months: null, ...(isOver && { amountMinor: pass.amountMinor }) };
  const reply = await actor.own.call('PUT /api/passes/mine/pause', { body });
  noteReply(world, actor, reply.status);
  if (isOver && reply.status === 200) checkAgreed(world, actor, pass.amountMinor ?? 0);
  const now = isOver ? ` for ${pass.amountMinor} at once` : '';
  const asks = (reply.body.bankUrl ?? null) !== null;
  const outcome = `${reply.status} ${reply.body.error?.code ?? ''}${asks ? ' (the bank asks)' : ''}`;
  world.say(actor, `goes on${now}: ${outcome}`);
  if (asks) answerBank(running, actor, chance);
}

/** Has a yearly pass go on monthly, or takes that back. */
export async function setNextPlanInApp(world: World, actor: Actor, isBack: boolean): Promise<void> {
  const { pass } = (await actor.own.call('GET /api/passes/mine')).body;
  if (!pass || (isBack ? pass.nextPlan === null : pass.plan !== 'yearly')) return;
  const body = { amountMinor: isBack ? null : pass.monthlyMinor };
  const reply = await actor.own.call('PUT /api/passes/mine/next-plan', { body });
  noteReply(world, actor, reply.status);
  world.say(
    actor,
    `${isBack ? 'stays yearly' : 'will go on monthly'}: ${reply.status} ${reply.body.error?.code ?? ''}`,
  );
}
