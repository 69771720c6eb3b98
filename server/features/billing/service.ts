import { Stripe } from 'stripe';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import {
  createDiscounts,
  ensureProduct,
  hasCode,
  listObjects,
  toYearlyPrice,
} from './stripe/service.ts';
import type { ProviderState } from './policy.ts';
import { type CheckoutTerms, type YearlyTerms, toProviderState, toSessionParams } from './wire.ts';

/** Time for one call to Stripe, and how often one that failed on the way is repeated (with its idempotency key). */
const TIMEOUT_MS = 8_000;
const NETWORK_RETRIES = 1;
/** How far an event's time may be from ours, either way. */
const TOLERANCE_SECONDS = 300;

export interface BillingSettings {
  secretKey: string;
  /** Two while the secret is being replaced. */
  webhookSecrets: string[];
  /** Another address than Stripe's, for tests. */
  apiBase?: string | undefined;
  /** Another time for one call than 8 s, for tests. */
  timeoutMs?: number | undefined;
  /** Answers the calls in this process: the sandbox. */
  fetch?: typeof fetch | undefined;
}

/** An event as far as Envol needs it: which customer's state to read again. */
export interface ProviderEvent {
  id: string;
  type: string;
  customerId: string | null;
  /** The payment that the event is about, where it names no customer (disputes). */
  paymentRef: string | null;
}

/** Takes payments. Stripe, or the sandbox, which answers as Stripe does. */
export type BillingProvider = ReturnType<typeof createBillingProvider>;

/** Creates the provider of payments on the official SDK. */
export function createBillingProvider({
  secretKey,
  webhookSecrets,
  apiBase,
  timeoutMs = TIMEOUT_MS,
  fetch,
}: BillingSettings) {
  const stripe = new Stripe(secretKey, {
    ...(apiBase && toHost(apiBase)),
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
    timeout: timeoutMs,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
  });

  return {
    /** Whether real money moves. */
    livemode: /^[rs]k_live_/.test(secretKey),

    /** Creates the customer of a person, or returns the one created before for the same key. */
    createCustomer: (userId: string, email: string, idempotencyKey: string) =>
      call(async () => {
        const metadata = { user: userId };
        const customer = await stripe.customers.create({ email, metadata }, { idempotencyKey });
        return customer.id;
      }),

    /** Opens the page where a person pays; the same one for the same checkout. */
    openCheckout: (terms: CheckoutTerms) =>
      call(async () => {
        const discounts = await createDiscounts(stripe, terms);
        const product = await ensureProduct(stripe, terms.plan, terms.planName);
        const session = await stripe.checkout.sessions.create(
          toSessionParams(terms, product, discounts),
          { idempotencyKey: terms.checkoutId },
        );
        return { sessionId: session.id, url: session.url };
      }),

    /** Reads where a checkout stands, and its page while it is open. */
    readCheckout: (sessionId: string) =>
      call(async () => {
        const { status, url } = await stripe.checkout.sessions.retrieve(sessionId);
        return { status, url };
      }),

    /** Closes an open checkout. Returns false when it is no longer open, because it was paid or expired. */
    expireCheckout: (sessionId: string) =>
      call(async () => {
        try {
          await stripe.checkout.sessions.expire(sessionId);
          return true;
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
          throw error;
        }
      }),

    /** Reads everything that a customer has or had. */
    readCustomer: (customerId: string): Promise<ProviderState> =>
      call(async () => toProviderState(await listObjects(stripe, customerId))),

    /** Opens the page where a person changes their card and finds their invoices. */
    openPortal: (customerId: string, returnUrl: string, language: Language) =>
      call(async () => {
        const session = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          locale: language,
        });
        return session.url;
      }),

    /** Ends a subscription at the end of its period, or has it renew again. */
    setRenewal: (subscriptionId: string, renews: boolean, reason?: string) =>
      call(() =>
        stripe.subscriptions.update(subscriptionId, {
          cancel_at_period_end: !renews,
          ...(reason && { cancellation_details: { comment: reason } }),
        }),
      ),

    /** Computes what a change from the monthly to the yearly plan costs now, the unused part deducted. */
    previewYearly: (subscriptionId: string, terms: YearlyTerms) =>
      call(async () => {
        const { item, customer } = await readItem(stripe, subscriptionId);
        const preview = await stripe.invoices.createPreview({
          customer,
          subscription: subscriptionId,
          subscription_details: {
            items: [{ id: item, ...(await toYearlyPrice(stripe, terms)) }],
            proration_behavior: 'always_invoice',
            proration_date: toSeconds(terms.at),
          },
        });
        return preview.amount_due;
      }),

    /** Changes from the monthly to the yearly plan. Nothing is changed when the payment is refused. */
    changeToYearly: (subscriptionId: string, terms: YearlyTerms) =>
      call(async () => {
        const { item } = await readItem(stripe, subscriptionId);
        await stripe.subscriptions.update(subscriptionId, {
          items: [{ id: item, ...(await toYearlyPrice(stripe, terms)) }],
          metadata: { plan: 'yearly' },
          proration_behavior: 'always_invoice',
          proration_date: toSeconds(terms.at),
          payment_behavior: 'error_if_incomplete',
        });
      }),

    /** Ends a subscription now. */
    endSubscription: (subscriptionId: string) =>
      call(async () => {
        try {
          await stripe.subscriptions.cancel(subscriptionId);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),

    /** Gives back what is left of a payment. */
    refund: (paymentId: string, idempotencyKey: string) =>
      call(() => refund(stripe, { payment_intent: paymentId }, idempotencyKey)),

    /** Gives back of a payment until that much of it has gone back in all; what was returned before is not again. */
    refundUpTo: (paymentId: string, totalMinor: number, idempotencyKey: string) =>
      call(async () => {
        const charges = await stripe.charges.list({ payment_intent: paymentId, limit: 10 });
        const returned = charges.data.find(({ paid }) => paid)?.amount_refunded ?? 0;
        const amount = totalMinor - returned;
        if (amount <= 0) return;
        const key = `${idempotencyKey}:${paymentId}:${totalMinor}`;
        await refund(stripe, { payment_intent: paymentId, amount }, key);
      }),

    /** Erases a customer, which ends their subscriptions at once. */
    eraseCustomer: (customerId: string) =>
      call(async () => {
        try {
          await stripe.customers.del(customerId);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),

    /**
     * Verifies the signature and the time of an event, and reads it.
     * @throws {AppError} `unauthorised` when it is not from the provider, or too old or too new
     */
    readEvent(body: Buffer, signature: string, now: Date): ProviderEvent {
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) * 1000;
      // The SDK refuses only what is too old.
      const isAhead = signedAt - now.getTime() > TOLERANCE_SECONDS * 1000;
      for (const secret of isAhead ? [] : webhookSecrets) {
        try {
          return toEvent(
            stripe.webhooks.constructEvent(
              body,
              signature,
              secret,
              TOLERANCE_SECONDS,
              undefined,
              now.getTime(),
            ),
          );
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
        }
      }
      throw new AppError('unauthorised');
    },
  };
}

function toHost(apiBase: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? 'http' : 'https',
  };
}

const isMissing = (error: unknown) => hasCode(error, 'resource_missing');

/**
 * Makes one call, or several that belong together.
 * @throws {AppError} `payment_declined` when the bank refuses; `payments_unavailable` for everything else
 */
async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeCardError)
      throw new AppError('payment_declined', undefined, { cause });
    throw new AppError('payments_unavailable', undefined, { cause });
  }
}

/** Gives back a payment or a part of it; one that was given back already stays so. */
async function refund(stripe: Stripe, params: Stripe.RefundCreateParams, idempotencyKey: string) {
  try {
    await stripe.refunds.create(params, { idempotencyKey });
  } catch (error) {
    if (!hasCode(error, 'charge_already_refunded')) throw error;
  }
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

async function readItem(stripe: Stripe, id: string) {
  const { items, customer } = await stripe.subscriptions.retrieve(id);
  return {
    item: items.data[0]?.id ?? '',
    customer: typeof customer === 'string' ? customer : customer.id,
  };
}

/** What the objects of events have in common, as far as it is read. */
interface EventObject {
  object?: string;
  id?: string;
  customer?: string | { id: string };
  payment_intent?: string;
}

function toEvent({ id, type, data }: Stripe.Event): ProviderEvent {
  const object = data.object as EventObject;
  const customer = object.object === 'customer' ? object.id : object.customer;
  const customerId = typeof customer === 'object' ? customer?.id : customer;
  return { id, type, customerId: customerId ?? null, paymentRef: object.payment_intent ?? null };
}
