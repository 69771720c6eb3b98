import { AppError } from '#server/http/errors.ts';
import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/billing.ts';
import { listPricesOnSale } from './reads.ts';
import type { checkouts } from './table.ts';
import * as writes from './writes.ts';

/** Registers the routes of passes. In the sandbox no money moves, and every reply says so. */
export function billingRoutes(app: App): void {
  const sandbox = app.dependencies.billing === 'sandbox';

  route(app, contract.subscriptionStatus, ({ user }) => ({
    hasActiveAccess: user.hasActiveAccess,
    tier: user.tier,
    endsAt: user.accessEndsAt?.toISOString() ?? null,
  }));

  route(app, contract.plans, async ({ db }) => {
    const onSale = await listPricesOnSale(db);
    const byPlan = Map.groupBy(onSale, (price) => price.plan);
    return {
      testMode: sandbox,
      plans: [...byPlan].map(([plan, prices]) => ({
        plan,
        prices: prices.map(({ currency, amountMinor }) => ({ currency, amountMinor })),
      })),
    };
  });

  route(app, contract.startCheckout, async (call) => {
    if (!sandbox) throw new AppError('not_found');
    return toCheckoutReply(await writes.openCheckout(call.db, call.user.id, call.body, call.now));
  });

  route(app, contract.payCheckout, async (call) => {
    if (!sandbox) throw new AppError('not_found');
    const { params, body, db, now, user } = call;
    return toCheckoutReply(await writes.payCheckout(db, user.id, params.id, body.card, now));
  });
}

function toCheckoutReply(checkout: typeof checkouts.$inferSelect) {
  const { id, plan, currency, amountMinor, status, provider } = checkout;
  return { id, plan, currency, amountMinor, status, testMode: provider === 'sandbox' };
}
