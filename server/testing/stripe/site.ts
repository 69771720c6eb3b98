import { Stripe } from 'stripe';
import { createBillingProvider } from '#server/features/billing/service.ts';
import { createTestApp, type TestAppOptions } from '#server/testing/app.ts';
import { createTestClock } from '#server/testing/clock.ts';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import type { TestCard } from '#server/features/billing/sandbox/engine/cards.ts';
import type { TaxSetting } from '#server/features/billing/settings/policy.ts';
import type { TaxRate } from '#server/features/billing/sandbox/engine/tax.ts';
import { createFakeStripe } from '#server/features/billing/sandbox/engine/fake-stripe.ts';
import { serveFakeStripe } from './server.ts';
import {
  createMemoryStripeStore,
  type DunningOutcome,
} from '#server/features/billing/sandbox/engine/state.ts';

const NEW_SECRET = 'whsec_new';
export const WEBHOOK_SECRETS = [NEW_SECRET, 'whsec_old'];

export interface StripeSiteOptions extends Omit<TestAppOptions, 'clock'> {
  clock?: string;
  secretKey?: string;
  /** Whether events are delivered at once; otherwise they only collect in `events`. */
  delivers?: boolean;
  /** Timeout of a call to the provider, in milliseconds; ample by default. */
  timeoutMs?: number;
  /** What Stripe does once the last retry of a payment has failed. */
  dunning?: DunningOutcome;
  /** How Stripe is asked to compute tax, and the rates of its account. */
  tax?: TaxSetting;
  taxRates?: Record<string, TaxRate>;
}

/**
 * Creates a test server with payments: the real server calls the fake Stripe through the real SDK over HTTP, and both
 * follow one virtual clock.
 */
export async function createStripeSite({
  clock: start = '2026-11-21T12:00:00Z',
  secretKey = 'sk_test_fixture',
  delivers = true,
  timeoutMs = 300_000,
  dunning,
  tax,
  taxRates,
  ...options
}: StripeSiteOptions = {}) {
  const clock = createTestClock(start);
  const events: Stripe.Event[] = [];
  const fixture = createFakeStripe({
    store: createMemoryStripeStore(),
    clock,
    urls: {
      checkout: (id) => `https://checkout.test/${id}`,
      portal: (id) => `https://portal.test/${id}`,
      invoice: (id) => `https://invoice.test/${id}`,
    },
    deliver: async (event) => {
      events.push(event);
      if (state.delivers) await deliver(event);
    },
    settings: { ...(dunning && { dunning }), ...(taxRates && { taxRates }) },
  });
  const state = { delivers };
  const server = await serveFakeStripe(fixture);
  const payments = createBillingProvider({
    secretKey,
    webhookSecrets: WEBHOOK_SECRETS,
    apiBase: server.base,
    timeoutMs,
    tax,
  });
  const site = await createTestApp({ ...options, clock: start, billing: 'stripe', payments });
  // One clock for both.
  const setClock = (instant: Date | string) => {
    clock.set(instant);
    site.clock.set(instant);
  };

  async function deliver(event: Stripe.Event, signing: WebhookSigningOptions = {}) {
    return site.app.inject(buildSignedWebhookRequest(JSON.stringify(event), site.clock(), signing));
  }

  return {
    ...site,
    fixture,
    server,
    events,
    state,
    deliver,
    setClock,
    advance: (ms: number) => setClock(new Date(site.clock().getTime() + ms)),
    /**
     * Orders a pass, pays for it on the provider's page and runs the pending jobs; resolves to the body of the order's
     * reply.
     */
    async buy(person: TestPerson, plan: string, card: TestCard = 'accepted') {
      const { body } = await person.call('POST /api/checkouts', {
        body: { plan, currency: 'EUR', consent: ORDER_CONSENT },
      });
      await fixture.actions.pay(parseCheckoutSessionId(body.url), card, true);
      await site.runJobs();
      return body;
    },
    async close() {
      await site.close();
      await server.close();
    },
  };
}

export type StripeSite = Awaited<ReturnType<typeof createStripeSite>>;

/** Returns the id of the checkout session at the end of its page's URL. */
export const parseCheckoutSessionId = (url: string | null) => url?.split('/').pop() ?? '';

export interface WebhookSigningOptions {
  secret?: string;
  /** Seconds by which the time of the signature differs from the server's clock. */
  offset?: number;
  body?: string;
}

/**
 * Returns the signed webhook request with which Stripe delivers an event. `signing.body` replaces the payload after
 * signing, to test forgeries.
 */
export function buildSignedWebhookRequest(
  payload: string,
  now: Date,
  signing: WebhookSigningOptions = {},
) {
  const { secret = NEW_SECRET, offset = 0, body = payload } = signing;
  const timestamp = Math.floor(now.getTime() / 1000) + offset;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return {
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signature,
      host: 'localhost',
    },
    payload: body,
  } as const;
}
