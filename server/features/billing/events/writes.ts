import type { Database } from '#server/db/connect.ts';
import { queueWebhookEvent, type WebhookDependencies } from '#server/features/webhooks/writes.ts';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import type { PassBeforeAndAfter } from '../notices/writes.ts';

/** Has webhooks told of each pass that was not there at the last reading; renewals and changes of a pass are none. */
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
