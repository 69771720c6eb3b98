import type Stripe from 'stripe';
import { answerCall, type PageUrls } from './api.ts';
import type { TestCard } from './cards.ts';
import { findSession, paySession } from './checkout.ts';
import { FixtureError, createMissingError } from './errors.ts';
import { parseForm, readText } from './form.ts';
import { saveCardForAll } from './portal.ts';
import * as payments from './payments.ts';
import { runDueEvents, payInvoice } from './subscriptions.ts';
import { createWorldKey, getWorldKey, type World, type WorldStore } from './world.ts';

export interface FixtureOptions {
  store: WorldStore;
  /** The virtual clock. */
  clock: () => Date;
  urls: PageUrls;
  /** Delivers an event, once the change that caused it is stored. */
  deliver: (event: Stripe.Event) => void | Promise<void>;
}

/**
 * Creates a substitute for Stripe: the part of its API that Envol uses, on a virtual clock. Tests serve it over HTTP;
 * the test mode of payments (the sandbox) calls `fetch` in the same process. `actions` are what people and their banks
 * do.
 */
export function createStripeFixture({ store, clock, urls, deliver }: FixtureOptions) {
  async function run<T>(key: string, work: (world: World) => T): Promise<T> {
    const now = Math.floor(clock().getTime() / 1000);
    let events: Stripe.Event[] = [];
    const result = await store.run(key, now, (world) => {
      runDueEvents(world, now);
      const done = work(world);
      ({ events } = world);
      return done;
    });
    for (const event of events) await deliver(event);
    return result;
  }

  /** Runs an action in the world of the customer who owns an object. */
  async function act<T>(id: string, work: (world: World) => T): Promise<T> {
    const key = getWorldKey(id);
    if (key === null) throw createMissingError(id);
    return run(key, work);
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname: path, search } = new URL(request.url);
    const params = parseForm(search.slice(1) || (await request.text()));
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
    const named = [path.split('/')[3] ?? '', path.split('/')[4] ?? ''];
    const owner = [
      ...['customer', 'subscription', 'payment_intent', 'charge'].map(
        (name) => readText(params, name) ?? '',
      ),
      ...named,
    ];
    const key = owner.map(getWorldKey).find((one) => one !== null);
    const call = { method: request.method, path, params, idempotencyKey };
    try {
      const body = await run(key ?? createWorldKey(idempotencyKey), (world) =>
        answerCall(world, call, urls),
      );
      return Response.json(body);
    } catch (error) {
      if (error instanceof FixtureError) return toErrorReply(error);
      throw error;
    }
  }

  return {
    fetch: (url: string | URL | Request, init?: RequestInit) => handle(new Request(url, init)),
    actions: {
      /** Returns a session, as its page shows it. */
      readSession: (id: string) => act(id, (world) => structuredClone(findSession(world, id))),
      pay: (session: string, card: TestCard, isAuthenticated = false) =>
        act(session, (world) =>
          structuredClone(paySession(world, session, card, { isPresent: true, isAuthenticated })),
        ),
      /** Saves another card in the portal, and pays open invoices with it. */
      changeCard: (portalOrCustomer: string, card: TestCard) =>
        act(portalOrCustomer, (world) => saveCardForAll(world, card)),
      refund: (payment: string, amount?: number) =>
        act(payment, (world) => payments.refundPayment(world, payment, amount)),
      dispute: (payment: string) => act(payment, (world) => payments.openDispute(world, payment)),
      closeDispute: (payment: string, status: 'won' | 'lost') =>
        act(payment, (world) => payments.closeDispute(world, payment, status)),
      /** Performs what is due by the clock. */
      tick: (customer: string) => act(customer, () => undefined),
      payInvoice: (invoice: string) =>
        act(invoice, (world) => {
          const found = world.get<Stripe.Invoice>(invoice);
          if (!found) throw createMissingError(invoice);
          return payInvoice(world, found, { isPresent: true, isAuthenticated: true });
        }),
      /** Returns the payments of a customer, the newest first. */
      readCharges: (customer: string) =>
        act(customer, (world) => structuredClone(world.list<Stripe.Charge>('charge'))),
      /** Returns a portal session with its customer's invoices. */
      readPortal: (id: string) =>
        act(id, (world) => {
          const session = world.get<Stripe.BillingPortal.Session>(id);
          if (!session) throw createMissingError(id);
          return structuredClone({ session, invoices: world.list<Stripe.Invoice>('invoice') });
        }),
    },
  };
}

export type StripeFixture = ReturnType<typeof createStripeFixture>;

function toErrorReply({ status, message, type, code, declineCode }: FixtureError): Response {
  const error = {
    message,
    type,
    ...(code && { code }),
    ...(declineCode && { decline_code: declineCode }),
  };
  return Response.json({ error }, { status });
}
