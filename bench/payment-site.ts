import { setTimeout as wait } from 'node:timers/promises';
import { Stripe } from 'stripe';
import { createFakeStripe } from '#server/features/billing/sandbox/engine/fake-stripe.ts';
import { serveFakeStripe } from '#server/testing/stripe/server.ts';
import { createMemoryStripeStore } from '#server/features/billing/sandbox/engine/state.ts';
import { ORDER_CONSENT } from '#server/testing/people.ts';
import { type createHttpClientWithCookies } from './listener.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const SECRET = 'whsec_bench';
/** How often a page looks whether the pass is open. */
const LOOK_MS = 25;
const LOOKS_MS = 60_000;

type Call = ReturnType<typeof createHttpClientWithCookies>['call'];

/** The server as `npm start` runs it, paid through the fake Stripe over HTTP, whose events come again until they are taken. */
export async function openPaymentSite(dataDir: string, settings: Record<string, string> = {}) {
  const state = { delivers: true };
  const waiting: Stripe.Event[] = [];
  const fixture = createFakeStripe({
    store: createMemoryStripeStore(),
    clock: () => new Date(),
    urls: {
      checkout: (id) => `https://checkout.test/${id}`,
      portal: (id) => `https://portal.test/${id}`,
      invoice: (id) => `https://invoice.test/${id}`,
    },
    deliver: (event) => {
      if (!state.delivers) return;
      waiting.push(event);
      void deliver(event);
    },
  });
  const stripe = await serveFakeStripe(fixture);
  const start = () =>
    startServer(dataDir, {
      STRIPE_SECRET_KEY: 'sk_test_bench',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_API_BASE: stripe.base,
      ...settings,
    });
  const site = { server: await start() };

  async function deliver(event: Stripe.Event): Promise<boolean> {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const url = `${site.server.base}/api/webhooks/stripe`;
    const taken = await fetch(url, { method: 'POST', headers, body: payload }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (taken && waiting.includes(event)) waiting.splice(waiting.indexOf(event), 1);
    return taken;
  }

  return {
    site,
    stripe,
    state,
    actions: fixture.actions,
    /** Kills the server, if it is there still, and starts it again. */
    async restart(): Promise<void> {
      await kill(site.server);
      site.server = await start();
    },
    kill: () => kill(site.server),
    /** Sends what was not taken, as Stripe does later. */
    async deliverAgain(): Promise<void> {
      for (const event of [...waiting]) await deliver(event);
    },
    /** Orders a pass; resolves to a function that pays for it and to the customer. */
    async order(call: Call, plan: string): Promise<() => Promise<Stripe.Checkout.Session>> {
      const body = { plan, currency: 'EUR', consent: ORDER_CONSENT };
      const { url } = (await call('POST', '/api/checkouts', body)) as { url: string };
      return () => fixture.actions.pay(url.split('/').pop() ?? '', 'accepted');
    },
    close: async () => {
      await kill(site.server);
      await stripe.close();
    },
  };
}
export type PaymentSite = Awaited<ReturnType<typeof openPaymentSite>>;

async function kill({ child }: ServerProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  await gone;
}

/** Waits until a person has access, or has none; resolves to how many milliseconds it took. */
export async function waitForAccess(call: Call, wanted: boolean): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < LOOKS_MS) {
    const status = await call('GET', '/api/subscription-status').catch(() => null);
    if ((status as { hasActiveAccess: boolean } | null)?.hasActiveAccess === wanted)
      return performance.now() - began;
    await wait(LOOK_MS);
  }
  throw new Error(`after a minute there is ${wanted ? 'no' : 'still'} access`);
}
