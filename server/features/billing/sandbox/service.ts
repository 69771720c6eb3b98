import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import type { Database } from '#server/db/connect.ts';
import { createBillingProvider } from '../service.ts';
import type { TaxSetting } from '../settings/policy.ts';
import { createFakeStripe } from './engine/fake-stripe.ts';
import { createDatabaseStripeStore } from './writes.ts';

interface Delivery {
  method: 'POST';
  url: string;
  headers: Record<string, string>;
  payload: string;
}

/**
 * Creates the test mode of payments: the payment provider as with Stripe, but with its calls answered by the fake
 * Stripe in this process. Signed events go to the server's webhook once `connect` was called. No money moves, and no
 * real card is asked for.
 */
export function createPaymentSandbox({
  db,
  clock,
  secret,
  tax,
}: {
  db: Database;
  clock: () => Date;
  secret: string;
  tax?: TaxSetting | undefined;
}) {
  const webhookSecret = createHmac('sha256', secret).update('sandbox webhook').digest('hex');
  let send: (delivery: Delivery) => Promise<unknown> = () => Promise.resolve();
  const { fetch, actions } = createFakeStripe({
    store: createDatabaseStripeStore(db),
    clock,
    urls: {
      checkout: (id) => `/subscription?checkout=${id}`,
      portal: (id) => `/subscription?portal=${id}`,
      invoice: (id) => `/subscription?invoice=${id}`,
    },
    deliver: async (event) => {
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(clock().getTime() / 1000);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecret,
        timestamp,
      });
      await send({
        method: 'POST',
        url: '/api/webhooks/stripe',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': signature,
          host: 'localhost',
        },
        payload,
      });
    },
  });
  const settings = { secretKey: 'sk_test_sandbox', webhookSecrets: [webhookSecret], fetch, tax };
  return {
    payments: createBillingProvider(settings),
    sandbox: {
      ...actions,
      /** Sets the function that delivers events to the webhook. */
      connect: (inject: (delivery: Delivery) => Promise<unknown>) => void (send = inject),
    },
  };
}

export type PaymentSandbox = ReturnType<typeof createPaymentSandbox>['sandbox'];
