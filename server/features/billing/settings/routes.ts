import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/pricing.ts';
import { listHeldWithdrawals, refundHeldWithdrawal } from '../withdraw-pass.ts';
import { checkStripeSettings } from './policy.ts';
import { readWebhookHealth } from './reads.ts';

/**
 * Registers the admin routes that say how Stripe is set up, whether its events come, and which refunds wait for the
 * operator.
 */
export function stripeSettingsRoutes(app: App): void {
  const { billing, payments, baseUrl } = app.dependencies;
  registerRoute(app, contract.getStripeState, async ({ db, now }) => {
    const { lastEventAt, missed } = await readWebhookHealth(db, now);
    const events = { lastEventAt: lastEventAt?.toISOString() ?? null, missed };
    if (billing !== 'stripe' || !payments) return { ...events, checks: [] };
    const { tax } = payments;
    const webhookUrl = `${baseUrl}/api/webhooks/stripe`;
    const checks = checkStripeSettings(await payments.readSettings(), { webhookUrl, tax });
    return { ...events, checks };
  });

  registerRoute(app, contract.listHeldWithdrawals, async ({ db }) => ({
    withdrawals: (await listHeldWithdrawals(db)).map(({ withdrawnAt, refundBy, ...one }) => ({
      ...one,
      withdrawnAt: withdrawnAt.toISOString(),
      refundBy: refundBy.toISOString(),
    })),
  }));

  registerRoute(app, contract.refundHeldWithdrawal, async ({ params }) => {
    await refundHeldWithdrawal(app.dependencies, params.id);
    return { ok: true as const };
  });
}
