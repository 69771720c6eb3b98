import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';
import type { Charge, CheckoutSession } from '../stripe-model/objects.ts';
import { findPaidCharge } from '../stripe-model/payments.ts';
import { addMonthsToAnchorSeconds } from '../stripe-model/periods.ts';
import { type Actor, findCheckoutSessionByUrl } from './actor.ts';
import type { RandomSource } from './random-source.ts';
import { isChargePaid } from './charge-status.ts';
import { promiseRest, scheduleRefundCheck } from './delayed-checks.ts';
import { computeTruth } from './oracle.ts';
import { computeWithdrawalDeadlineSeconds } from './times.ts';
import { computeComparableFromMs } from './readiness.ts';
import type { World } from './world.ts';

/** A pass that a person buys for another person. */
export interface Gift {
  buyer: Actor;
  session: CheckoutSession;
  plan: 'monthly' | 'yearly' | 'lifetime';
  /** As the buyer has read it in the app. */
  code: string | null;
  isWithdrawn: boolean;
  /** Whether the operator has refunded it in the studio. */
  isReturned: boolean;
  redeemed: { by: Actor; start: number; end: number | null } | null;
}

/** Opens the page on which a gift is paid; resolves to its URL, or to null when refused. */
export async function openGiftCheckout(
  world: World,
  actor: Actor,
  chance: RandomSource,
): Promise<string | null> {
  const plan = chance.pick(['monthly', 'yearly', 'lifetime'] as const, [50, 35, 15]);
  const { currency } = actor.plan;
  const { plans } = (await actor.own.call('GET /api/plans')).body;
  const price = plans
    ?.find((one) => one.plan === plan)
    ?.prices.find((one) => one.currency === currency);
  if (!price) return null;
  const consent = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION };
  const body = { plan, currency, amountMinor: price.amountMinor, consent };
  const reply = await actor.own.call('POST /api/gifts', { body });
  world.say(
    actor,
    `opens the page of a ${plan} gift: ${reply.status} ${reply.body.error?.code ?? ''}`,
  );
  const session = reply.status === 201 && findCheckoutSessionByUrl(world.account, reply.body.url);
  if (!session) return null;
  if (!actor.gifts.some((gift) => gift.session === session))
    actor.gifts.push({
      buyer: actor,
      session,
      plan,
      code: null,
      isWithdrawn: false,
      isReturned: false,
      redeemed: null,
    });
  return session.url;
}

/** Whether a gift's payment is there to stay (rules 2 and 9). */
export function isGiftPaid({ account }: World, { session, isReturned }: Gift): boolean {
  const charge = findPaidCharge(account, session.payment_intent ?? '');
  if (isReturned) return false;
  return session.payment_status === 'no_payment_required' || isChargePaid(account, charge);
}

/** How far an instant (seconds) is from the order or the payment of a gift. */
function computeDistanceSeconds({ account }: World, { session }: Gift, at: number): number {
  const charge = findPaidCharge(account, session.payment_intent ?? '');
  const all = [session.created, charge?.created ?? session.created];
  return Math.min(...all.map((one) => Math.abs(one - at)));
}

/** The buyer reads the codes of what they bought: the newest first. */
export async function readGiftCodesInApp(world: World, actor: Actor): Promise<void> {
  if (actor.gifts.length === 0) return;
  const { gifts } = (await actor.own.call('GET /api/gifts')).body;
  const known = new Set(actor.gifts.map(({ code }) => code));
  for (const { code, plan, amountMinor, boughtAt } of gifts) {
    if (code === null || known.has(code)) continue;
    const at = Date.parse(boughtAt) / 1000;
    const [gift] = actor.gifts
      .filter(
        (one) =>
          one.code === null &&
          one.plan === plan &&
          one.session.amount_total === amountMinor &&
          isGiftPaid(world, one),
      )
      .toSorted(
        (a, b) => computeDistanceSeconds(world, a, at) - computeDistanceSeconds(world, b, at),
      );
    if (gift) gift.code = code;
  }
}

/** The gifts of which the app shows their buyer the code. */
export async function listGiftsWithShownCode(world: World, actor: Actor): Promise<Gift[]> {
  await readGiftCodesInApp(world, actor);
  const { gifts } = (await actor.own.call('GET /api/gifts')).body;
  const codes = new Set(gifts.map(({ code }) => code));
  return actor.gifts.filter(({ code }) => code !== null && codes.has(code));
}

/** A gift's buyer has its code until it is redeemed, given back or refunded (rule 9). */
export async function compareGiftCodesWithTruth(world: World, actor: Actor): Promise<void> {
  if (actor.gifts.length === 0) return;
  const { body } = await actor.own.call('GET /api/gifts');
  const paid = actor.gifts.filter(
    (gift) => isGiftPaid(world, gift) && !gift.isWithdrawn && gift.session.status === 'complete',
  );
  const waiting = paid.filter(({ redeemed }) => redeemed === null);
  const shown = body.gifts.filter(({ code }) => code !== null);
  world.count('gifts are compared');
  if (shown.length !== waiting.length)
    world.report(
      actor,
      shown.length < waiting.length
        ? "a gift's code is missing"
        : 'a gift that is not paid has a code',
      body.gifts,
      { codes: waiting.length },
    );
  // "Whoever bought it can withdraw within the same fourteen days as long as nobody has redeemed the code" (terms).
  for (const { code, boughtAt, withdrawUntil } of body.gifts) {
    const least = computeWithdrawalDeadlineSeconds(Date.parse(boughtAt) / 1000) * 1000;
    const isLate = withdrawUntil !== null && Date.parse(withdrawUntil) < least;
    if (code !== null && (isLate || (withdrawUntil === null && world.now() < least)))
      world.report(actor, 'too short a time to withdraw from a gift', withdrawUntil, { least });
    if (code === null && withdrawUntil !== null)
      world.report(actor, 'a gift without a code can be withdrawn from', withdrawUntil, null);
  }
}

/** A person redeems a code that they were given. */
export async function redeemGiftInApp(
  world: World,
  actor: Actor,
  chance: RandomSource,
): Promise<void> {
  for (const buyer of world.actors) if (!buyer.isErased) await readGiftCodesInApp(world, buyer);
  const all = world.actors.flatMap(({ gifts }) => gifts).filter(({ code }) => code !== null);
  if (all.length === 0) return;
  const gift = chance.pick(all.toReversed().slice(0, 6));
  const before = computeTruth(world.account, actor);
  const { buyer, plan, code } = gift;
  const { faults } = actor;
  const isKnown = [actor, buyer].every((one) => world.now() >= computeComparableFromMs(one));
  const reply = await actor.own.call('POST /api/gifts/redeem', { body: { code } });
  const whose = buyer === actor ? 'their own' : `seed ${buyer.plan.seed}'s`;
  world.say(
    actor,
    `redeems ${whose} ${plan} gift: ${reply.status} ${reply.body.error?.code ?? ''}`,
  );
  const isWorth = isGiftPaid(world, gift) && !gift.isWithdrawn && gift.redeemed === null;
  if (reply.status !== 200) {
    const isPassing = reply.status >= 500 && actor.faults > faults;
    // A person with a pass for good can use no other. "You already have a
    // pass that goes on by itself. The code stays valid: redeem it once you’ve cancelled that pass" (what is said with the
    // refusal); and nothing charges beside a lifetime pass (rule 6).
    const isBeside = plan === 'lifetime' && before.charges.length > 0;
    const isOpen = before.tier === 'lifetime' || before.renews || isBeside;
    if (isWorth && !isPassing && !isOpen && isKnown)
      world.report(actor, 'a gift that is paid cannot be redeemed', reply.body, before);
    return;
  }
  if (gift.redeemed !== null)
    return world.report(actor, 'a gift is redeemed twice', reply.body, null);
  if (gift.isWithdrawn)
    return world.report(actor, 'a gift that was given back is redeemed', reply.body, null);
  // What the bank or the operator took back may not be known yet; the pass must end as soon as it is (rule 9).
  const now = world.account.now();
  const start = before.hasAccess ? (before.endsAt ?? now) : now;
  const months = plan === 'yearly' ? 12 : 1;
  gift.redeemed = {
    by: actor,
    start,
    end: plan === 'lifetime' ? null : addMonthsToAnchorSeconds(start, months),
  };
  actor.redeemed.push(gift);
  buyer.heirs.add(actor);
  if (Math.abs(Date.parse(reply.body.startsAt) / 1000 - start) > 2)
    world.report(actor, 'a gift begins at another time', reply.body, { start, before });
}

/** The payment of a gift. */
function listCharges({ account }: World, { session }: Gift): Charge[] {
  const charge = findPaidCharge(account, session.payment_intent ?? '');
  return charge ? [charge] : [];
}

/** The buyer withdraws from a gift that is not redeemed. */
export async function withdrawGiftInApp(world: World, actor: Actor): Promise<void> {
  await readGiftCodesInApp(world, actor);
  const { gifts } = (await actor.own.call('GET /api/gifts')).body;
  const [listed] = gifts.filter(({ withdrawUntil }) => withdrawUntil !== null);
  const gift = listed && actor.gifts.find(({ code }) => code === listed.code);
  if (!listed || !gift) return;
  const { id } = listed;
  const promise = promiseRest(listCharges(world, gift));
  const reply = await actor.own.call('POST /api/gifts/:id/withdrawal', { params: { id } });
  world.say(actor, `gives a gift back: ${reply.status} ${reply.body.error?.code ?? ''}`);
  if (reply.status !== 200) return;
  gift.isWithdrawn = true;
  actor.withdrawn.add(gift.session.id);
  actor.lastChange = world.now();
  // No confirmation of a gift's withdrawal names a later day, as that of a pass does: it goes back straight away.
  if (promise.promised > 0) actor.withdrawals.push(world.now());
  scheduleRefundCheck(world, actor, promise);
}

/** The operator refunds the latest gift of a person in the studio. */
export async function refundGiftInStudio(world: World, actor: Actor): Promise<void> {
  const admin = await world.site.createPerson({ state: 'admin' });
  const person = { id: actor.own.id };
  const { gifts } = (await admin.call('GET /api/admin/people/:id/gifts', { params: person })).body;
  const [gift] = gifts.filter(({ returnedAt }) => returnedAt === null);
  if (!gift) return;
  const params = { id: gift.id };
  const body = { reason: 'asked for' };
  const own = actor.gifts.find(({ session }) => session.payment_intent === gift.paymentRef);
  const promise = promiseRest(own ? listCharges(world, own) : []);
  const reply = await admin.call('POST /api/admin/gifts/:id/refund', { params, body });
  world.say(
    actor,
    `the operator refunds their gift: ${reply.status} ${reply.body.error?.code ?? ''}`,
  );
  if (reply.status !== 200) return;
  if (own) own.isReturned = true;
  scheduleRefundCheck(world, actor, promise);
}
