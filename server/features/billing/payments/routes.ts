import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/payments.ts';
import { refundAndEndPassOrQueueAndEmailOwner } from '../end-with-refund.ts';
import { listDisputes, listFailingSubscriptions } from './reads.ts';
import { toStudioDispute, toFailingPaymentIfPriced } from './wire.ts';

/**
 * Registers the admin routes about payments that need the operator: what fails, what banks dispute, and the refund that ends
 * a pass.
 */
export function paymentRoutes(app: App): void {
  const { payments } = app.dependencies;
  const livemode = payments?.livemode ?? false;

  registerRoute(app, contract.refundAndEndPass, ({ params, body, user, now }) =>
    refundAndEndPassOrQueueAndEmailOwner(
      app.dependencies,
      { ...body, id: params.id },
      { actorId: user.id, at: now },
    ),
  );

  registerRoute(app, contract.listFailingPayments, async ({ db, query }) => {
    const { shown, next } = toPage(
      await listFailingSubscriptions(db, { livemode, ...query }),
      query.limit,
    );
    return { payments: shown.flatMap(toFailingPaymentIfPriced), next: next?.id ?? null };
  });

  registerRoute(app, contract.listDisputes, async ({ db, query }) => {
    const { shown, next } = toPage(await listDisputes(db, { livemode, ...query }), query.limit);
    return { disputes: shown.map(toStudioDispute), next: next?.dispute.id ?? null };
  });
}

/** Splits rows, of which one more than `limit` was read, into those shown and the last of them if another page follows. */
function toPage<Row>(rows: readonly Row[], limit: number) {
  const shown = rows.slice(0, limit);
  return { shown, next: rows.length > limit ? shown.at(-1) : undefined };
}
