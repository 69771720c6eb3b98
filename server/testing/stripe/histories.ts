import * as fc from 'fast-check';
import type { Stripe } from 'stripe';
import type { Dependencies } from '#server/dependencies.ts';
import { listPasses } from '#server/features/billing/reads.ts';
import { createBillingProvider } from '#server/features/billing/service.ts';
import { syncAndCorrectCustomer } from '#server/features/billing/sync-customer.ts';
import { billingCustomers } from '#server/features/billing/table.ts';
import { createTestClock } from '#server/testing/clock.ts';
import { computeEntitlement } from '#shared/rules/entitlement.ts';
import { createFakeStripe } from '#server/features/billing/sandbox/engine/fake-stripe.ts';
import { AccessOracle } from './oracle.ts';
import { createMemoryStripeStore } from '#server/features/billing/sandbox/engine/state.ts';

/** An action, `days` after the one before, and what happens to the events that it causes. */
export interface PurchaseHistoryStep {
  days: number;
  act:
    | 'buy'
    | 'upgrade'
    | 'good_card'
    | 'bad_card'
    | 'stop'
    | 'resume'
    | 'refund'
    | 'dispute'
    | 'wait';
  plan: 'monthly' | 'yearly' | 'lifetime';
  part: boolean;
  won: boolean;
  events: 'come' | 'double' | 'late' | 'never';
}

const step = fc.record<PurchaseHistoryStep>({
  days: fc.integer({ min: 0, max: 40 }),
  act: fc.constantFrom(
    ...(['buy', 'upgrade', 'good_card', 'bad_card', 'stop'] as const),
    ...(['resume', 'refund', 'dispute', 'wait', 'wait'] as const),
  ),
  plan: fc.constantFrom('monthly', 'monthly', 'yearly', 'lifetime'),
  part: fc.boolean(),
  won: fc.boolean(),
  events: fc.constantFrom('come', 'double', 'late', 'never'),
});
export const HISTORY_ARBITRARY = fc.array(step, { minLength: 1, maxLength: 12 });

const PRICES = { monthly: 1499, yearly: 8999, lifetime: 19_999 };
const START = '2026-01-31T10:00:00Z';
const DAY_MS = 86_400_000;

/**
 * Creates a function for property tests of billing: it performs a history of purchases with the fake Stripe and with a
 * simple model, and resolves to the access that the server stored and the access that the model expects.
 */
export function createHistoryRunner(
  deps: Pick<Dependencies, 'db' | 'jobs' | 'secret' | 'baseUrl' | 'operator' | 'identity'>,
  createUser: () => Promise<string>,
) {
  const { db } = deps;
  return async (steps: readonly PurchaseHistoryStep[]) => {
    const clock = createTestClock(START);
    let pending: Stripe.Event[] = [];
    const { fetch, actions } = createFakeStripe({
      store: createMemoryStripeStore(),
      clock,
      urls: { checkout: (id) => id, portal: (id) => id, invoice: (id) => id },
      deliver: (event) => void pending.push(event),
    });
    const payments = createBillingProvider({
      secretKey: 'sk_test_histories',
      webhookSecrets: ['whsec'],
      fetch,
    });
    const userId = await createUser();
    const customerId = await payments.createCustomer(userId, 'a@example.com', userId);
    await db.insert(billingCustomers).values({
      id: customerId,
      userId,
      provider: 'stripe',
      livemode: false,
      createdAt: clock(),
    });
    const sync = () =>
      syncAndCorrectCustomer({ ...deps, payments, clock, operatorEmail: null }, customerId);
    const oracle = new AccessOracle();
    let late = 0;

    for (const [index, one] of steps.entries()) {
      clock.advance(one.days * DAY_MS);
      oracle.advance(clock());
      await actions.tick(customerId);
      await perform(one, index);
      // An event only says that there is something to read, so its kind does not matter here.
      const times = { come: 1, double: 2, late: 0, never: 0 }[one.events];
      if (one.events === 'late') late += 1;
      if (pending.length > 0) await Promise.all(Array.from({ length: times }, sync));
      pending = [];
    }
    for (; late > 0; late--) await sync();
    // The reading of every day, which needs no event.
    await sync();
    const passes = await listPasses(db, userId);
    const { hasActiveAccess, tier } = computeEntitlement(passes, clock());
    return { stored: { hasActiveAccess, tier }, expected: oracle.computeAccess(clock()) };

    async function perform(
      { act, plan, part, won }: PurchaseHistoryStep,
      index: number,
    ): Promise<void> {
      const bought = oracle.findCurrent(clock());
      if (act === 'buy' && !oracle.ownsAnything(clock())) {
        const { sessionId } = await payments.openCheckout({
          attempt: 0,
          checkoutId: `checkout-${index}`,
          customerId,
          plan,
          planName: plan,
          currency: 'EUR',
          amountMinor: PRICES[plan],
          usualAmountMinor: PRICES[plan],
          offerId: null,
          isGift: false,
          replaced: null,
          language: 'en',
          successUrl: 'https://a.test',
          cancelUrl: 'https://a.test',
        });
        const session = await actions.pay(sessionId, 'accepted');
        oracle.buy(plan, clock(), (session.subscription ?? session.payment_intent) as string);
      }
      if (act === 'good_card' || act === 'bad_card') {
        const isGood = act === 'good_card';
        await actions.changeCard(customerId, isGood ? 'accepted' : 'declined_later');
        oracle.changeCard(isGood);
      }
      if (!bought) return;
      if ((act === 'stop' || act === 'resume') && bought.kind === 'subscription') {
        await payments.setRenewal(bought.id, act === 'resume');
        bought.renews = act === 'resume';
      }
      if (act === 'upgrade' && oracle.canUpgrade(bought)) {
        const terms = {
          planName: 'Yearly',
          currency: 'EUR' as const,
          amountMinor: 8999,
          at: clock(),
        };
        await payments.changeToYearly(bought.id, terms);
        oracle.upgrade(bought, clock());
      }
      if (act === 'refund' || act === 'dispute') await giveBack(bought, act, { part, won });
    }

    async function giveBack(
      bought: NonNullable<ReturnType<AccessOracle['findCurrent']>>,
      act: 'refund' | 'dispute',
      { part, won }: { part: boolean; won: boolean },
    ) {
      if (bought.isGivenBack) return;
      const { subscriptions, purchases } = await payments.readCustomer(customerId);
      const payment =
        subscriptions.find(({ id }) => id === bought.id)?.lastPayment ??
        purchases.find((one) => one.payment.id === bought.id)?.payment;
      if (!payment || payment.dispute !== 'none' || payment.refundedMinor > 0) return;
      if (act === 'refund') {
        await actions.refund(payment.id, part ? 100 : undefined);
        if (!part) await endGivenBack(bought);
        return;
      }
      await actions.dispute(payment.id);
      await actions.closeDispute(payment.id, won ? 'won' : 'lost');
      if (!won) await endGivenBack(bought);
    }

    /** A subscription whose payment was given back ends as soon as that is known. */
    async function endGivenBack(bought: NonNullable<ReturnType<AccessOracle['findCurrent']>>) {
      bought.isGivenBack = true;
      await sync();
      if (bought.kind === 'subscription') bought.endedAt = clock().getTime();
    }
  };
}
