import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-webhooks.ts';
import { listWebhookDeliveries, listWebhooks } from './reads.ts';
import { createWebhook, deleteWebhook, queueWebhookTest } from './writes.ts';

/** Registers the routes of the webhooks. */
export function webhookRoutes(app: App): void {
  const deps = app.dependencies;

  registerRoute(app, contract.listWebhooks, (call) => readWebhooks(call.db));
  registerRoute(app, contract.createWebhook, async ({ db, user, now, body }) => {
    const secret = await createWebhook(deps, db, { actorId: user.id, now }, body);
    return { secret, ...(await readWebhooks(db)) };
  });
  registerRoute(app, contract.tryWebhook, async ({ db, params }) => {
    await queueWebhookTest(deps, db, params.id);
    return readWebhooks(db);
  });
  registerRoute(app, contract.deleteWebhook, async ({ db, user, now, params }) => {
    await deleteWebhook(db, { actorId: user.id, now }, params.id);
    return readWebhooks(db);
  });
}

async function readWebhooks(db: Database) {
  const webhooks = await listWebhooks(db);
  const deliveries = await listWebhookDeliveries(db);
  return {
    webhooks: webhooks.map(({ createdAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
    })),
    deliveries: deliveries.map(({ at, lastTriedAt, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
      lastTriedAt: lastTriedAt?.toISOString() ?? null,
    })),
  };
}
