import type { Database } from '#server/db/connect.ts';
import { queueWebhookEvent, type WebhookDependencies } from '#server/features/webhooks/writes.ts';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import type { IncomeChange } from '#server/features/totals/income/writes.ts';
import type { PassBeforeAndAfter } from '../notices/writes.ts';
import { isFullyRefundedOrLost, type ProviderSubscription } from '../policy.ts';

/** Has webhooks told of each pass that was not there at the last reading. */
export async function reportBoughtPasses(
  deps: WebhookDependencies,
  tx: Database,
  { livemode }: { livemode: boolean },
  changes: readonly PassBeforeAndAfter[],
): Promise<void> {
  for (const { before, after } of changes) {
    if (before || after.isRevoked) continue;
    const { tier, plan, amountMinor, currency } = after;
    const data = { tier, plan, amountMinor, currency, isGift: false, isTest: !livemode };
    await queueWebhookEvent(deps, tx, 'pass.bought', data);
  }
}

const EVENT_OF_REASON = { renewal: 'pass.renewed', change: 'pass.changed' } as const;

/** Has webhooks told of what was paid again for subscriptions, and of what went back, since the last reading. */
export async function reportIncome(
  deps: WebhookDependencies,
  tx: Database,
  reading: { livemode: boolean },
  subscriptions: readonly ProviderSubscription[],
  changes: readonly IncomeChange[],
): Promise<void> {
  await reportPaymentsOfSubscriptions(deps, tx, reading, subscriptions, changes);
  await reportRefunds(deps, tx, reading, changes);
}

/** Has webhooks told of each payment by which a subscription went on, or became another; of an order `pass.bought` tells. */
async function reportPaymentsOfSubscriptions(
  deps: WebhookDependencies,
  tx: Database,
  { livemode }: { livemode: boolean },
  subscriptions: readonly ProviderSubscription[],
  changes: readonly IncomeChange[],
): Promise<void> {
  const fresh = new Set(changes.filter(({ isNew }) => isNew).map(({ id }) => id));
  for (const { plan, payments } of subscriptions)
    for (const { reason, payment } of payments) {
      if (reason === 'order' || !fresh.has(payment.id) || isFullyRefundedOrLost(payment)) continue;
      const { amountMinor, currency } = payment;
      const data = { tier: 'premium', plan, amountMinor, currency, isTest: !livemode } as const;
      await queueWebhookEvent(deps, tx, EVENT_OF_REASON[reason], data);
    }
}

/** Has webhooks told of what went back since the last reading; not of what had gone back before anything was known of it. */
export async function reportRefunds(
  deps: WebhookDependencies,
  tx: Database,
  { livemode }: { livemode: boolean },
  changes: readonly IncomeChange[],
): Promise<void> {
  for (const {
    isNew,
    amountMinor: paidMinor,
    refundedNowMinor: amountMinor,
    currency,
  } of changes) {
    if (amountMinor === 0 || (isNew && amountMinor === paidMinor)) continue;
    const data = { amountMinor, currency, isTest: !livemode };
    await queueWebhookEvent(deps, tx, 'payment.refunded', data);
  }
}

/** Has webhooks told of a pass that was bought for another person. */
export async function reportBoughtGift(
  deps: WebhookDependencies,
  tx: Database,
  gift: { plan: PassPlan; amountMinor: number; currency: Currency; livemode: boolean },
): Promise<void> {
  const { plan, amountMinor, currency, livemode } = gift;
  const tier = plan === 'lifetime' ? ('lifetime' as const) : ('premium' as const);
  const data = { tier, plan, amountMinor, currency, isGift: true, isTest: !livemode };
  await queueWebhookEvent(deps, tx, 'pass.bought', data);
}
