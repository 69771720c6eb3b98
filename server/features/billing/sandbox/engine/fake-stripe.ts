import type Stripe from 'stripe';
import { performStripeCall, type PageUrls } from './api.ts';
import type { TestCard } from './cards.ts';
import { getCheckoutSessionExpiringIfDue, payCheckoutSession } from './checkout.ts';
import { FakeStripeError, createResourceMissingError } from './errors.ts';
import { parseNestedForm, readTextParam } from './form.ts';
import { applyPromotionCode } from './promotions.ts';
import { getInvoice } from './invoices.ts';
import { listCustomersOfAddress, listEventPage } from './listing.ts';
import { cancelSubscriptionsInPortal, replaceDefaultCardAndPayInvoices } from './portal.ts';
import * as payments from './payments.ts';
import { tryToPayPendingChange } from './price-changes.ts';
import { runDueEvents, tryToPayInvoice } from './subscriptions.ts';
import {
  createCustomerKey,
  type DunningOutcome,
  findCustomerKeyOfObject,
  type StripeState,
  type StripeStore,
} from './state.ts';
import type { TaxRate } from './tax.ts';

const MAX_EVENTS = 1000;

export interface FakeStripeOptions {
  store: StripeStore;
  clock: () => Date;
  urls: PageUrls;
  /** Delivers an event, once the change that caused it is stored. */
  deliver: (event: Stripe.Event) => void | Promise<void>;
  /** Settings of the account in Stripe's dashboard; what is left out is as Envol asks for it. */
  settings?: { dunning?: DunningOutcome; taxRates?: Record<string, TaxRate> };
}

/**
 * Creates a fake of Stripe: the part of its API that this app uses, on a virtual clock. Tests serve it over HTTP; the
 * test mode of payments (the sandbox) calls its `fetch` in the same process. `actions` do what people and their banks
 * do, such as paying or disputing.
 */
export function createFakeStripe({ store, clock, urls, deliver, settings }: FakeStripeOptions) {
  // The newest first. In memory alone: an event belongs to no call's customer, and here none is lost between two starts.
  let recent: Stripe.Event[] = [];

  async function run<T>(key: string, work: (stripe: StripeState) => T): Promise<T> {
    const now = Math.floor(clock().getTime() / 1000);
    let events: Stripe.Event[] = [];
    const result = await store.run(key, now, (stripe) => {
      stripe.dunning = settings?.dunning ?? 'cancel';
      stripe.taxRates = settings?.taxRates ?? {};
      runDueEvents(stripe, now);
      const done = work(stripe);
      ({ events } = stripe);
      return done;
    });
    recent = [...events.toReversed(), ...recent].slice(0, MAX_EVENTS);
    for (const event of events) await deliver(event);
    return result;
  }

  /** Runs an action on the state of the customer who owns an object. */
  async function act<T>(id: string, work: (stripe: StripeState) => T): Promise<T> {
    const key = findCustomerKeyOfObject(id);
    if (key === null) throw createResourceMissingError(id);
    return run(key, work);
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname: path, search } = new URL(request.url);
    const params = parseNestedForm(search.slice(1) || (await request.text()));
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
    const named = [path.split('/')[3] ?? '', path.split('/')[4] ?? ''];
    const owner = [
      ...['customer', 'subscription', 'from_subscription', 'payment_intent', 'charge'].map(
        (name) => readTextParam(params, name) ?? '',
      ),
      ...named,
    ];
    const key = owner.map(findCustomerKeyOfObject).find((one) => one !== null);
    const call = { method: request.method, path, params, idempotencyKey };
    try {
      if (path === '/v1/customers' && request.method === 'GET')
        return Response.json(listCustomersOfAddress(recent, call));
      if (path === '/v1/events') return Response.json(listEventPage(recent, call));
      const body = await run(key ?? createCustomerKey(idempotencyKey), (stripe) =>
        performStripeCall(stripe, call, urls),
      );
      return Response.json(body);
    } catch (error) {
      if (error instanceof FakeStripeError) return toErrorReply(error);
      throw error;
    }
  }

  return {
    fetch: (url: string | URL | Request, init?: RequestInit) => handle(new Request(url, init)),
    actions: {
      readSession: (id: string) =>
        act(id, (stripe) => structuredClone(getCheckoutSessionExpiringIfDue(stripe, id))),
      pay: (session: string, card: TestCard, isAuthenticated = false) =>
        act(session, (stripe) =>
          structuredClone(
            payCheckoutSession(stripe, session, card, { isPresent: true, isAuthenticated }),
          ),
        ),
      /** Types a promotion code on the page of a checkout. */
      applyCode: (session: string, code: string) =>
        act(session, (stripe) =>
          structuredClone(
            applyPromotionCode(stripe, getCheckoutSessionExpiringIfDue(stripe, session), code),
          ),
        ),
      /** Saves another card in the portal, and pays open invoices with it. */
      changeCard: (portalOrCustomer: string, card: TestCard) =>
        act(portalOrCustomer, (stripe) => replaceDefaultCardAndPayInvoices(stripe, card)),
      /** Cancels every subscription of a customer in the portal, at the end of its period. */
      cancelInPortal: (portalOrCustomer: string) =>
        act(portalOrCustomer, cancelSubscriptionsInPortal),
      refund: (payment: string, amount?: number) =>
        act(payment, (stripe) => payments.refundPayment(stripe, payment, amount)),
      failRefund: (payment: string) =>
        act(payment, (stripe) => payments.failLatestRefund(stripe, payment)),
      dispute: (payment: string) => act(payment, (stripe) => payments.openDispute(stripe, payment)),
      closeDispute: (payment: string, status: 'won' | 'lost') =>
        act(payment, (stripe) => payments.closeDispute(stripe, payment, status)),
      /** Performs what is due by the clock. */
      tick: (customer: string) => act(customer, () => undefined),
      payInvoice: (invoice: string) =>
        act(invoice, (stripe) => {
          const found = getInvoice(stripe, invoice);
          return tryToPayInvoice(stripe, found, { isPresent: true, isAuthenticated: true });
        }),
      retrieveInvoice: (invoice: string) =>
        act(invoice, (stripe) => structuredClone(getInvoice(stripe, invoice))),
      /** Answers the bank that asks about a pending change; returns whether it was paid. */
      answerBank: (invoice: string, isAuthenticated: boolean) =>
        act(invoice, (stripe) => {
          const found = getInvoice(stripe, invoice);
          const isOpen = found.status === 'open';
          return (
            isOpen && tryToPayPendingChange(stripe, found, { isPresent: true, isAuthenticated })
          );
        }),
      /** Returns a customer as Stripe stores them. */
      readCustomer: (customer: string) =>
        act(customer, (stripe) => structuredClone(stripe.get<Stripe.Customer>(customer))),
      /** Returns the payments of a customer, the newest first. */
      readCharges: (customer: string) =>
        act(customer, (stripe) => structuredClone(stripe.list<Stripe.Charge>('charge'))),
      /** Returns a portal session with its customer's invoices. */
      readPortal: (id: string) =>
        act(id, (stripe) => {
          const session = stripe.get<Stripe.BillingPortal.Session>(id);
          if (!session) throw createResourceMissingError(id);
          return structuredClone({ session, invoices: stripe.list<Stripe.Invoice>('invoice') });
        }),
    },
  };
}

export type FakeStripe = ReturnType<typeof createFakeStripe>;

function toErrorReply({
  status,
  message,
  type,
  code,
  declineCode,
  param,
}: FakeStripeError): Response {
  const error = {
    message,
    type,
    ...(code && { code }),
    ...(declineCode && { decline_code: declineCode }),
    ...(param && { param }),
  };
  return Response.json({ error }, { status });
}
