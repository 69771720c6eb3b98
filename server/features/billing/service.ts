import { Stripe } from 'stripe';
import { AppError } from '#server/http/errors.ts';
import type { Language } from '#shared/contract/fields.ts';
import {
  changePlanToYearly,
  ensureCheckoutDiscounts,
  ensureActiveProduct,
  isStripeErrorWithCode,
  readStripeCustomerObjects,
  previewYearlyChangeMinor,
  readPaymentAndCustomer,
  readTotalAfterFurtherRefund,
  refundUntilTotal,
  sendWithIdempotencyKeyAndRetryOnce,
} from './stripe/service.ts';
import { createPauseAndMonthlyPlanCalls } from './planned/service.ts';
import type { CustomerState } from './policy.ts';
import { createPromotionCodeCalls } from './promotions/service.ts';
import type { TaxSetting } from './settings/policy.ts';
import { readStripeSettings } from './settings/service.ts';
import { findOrCreateStripeCustomer } from './stripe/customers/service.ts';
import { createEventCalls } from './stripe/events/service.ts';
import { setSubscriptionRenewal } from './stripe/renewal/service.ts';
import { type ProviderEvent, toProviderEvent } from './stripe/events/wire.ts';
import { toCustomerState, toStripeHostOptions } from './stripe/wire.ts';
import { type CheckoutTerms, toCheckoutSessionParams, toPaymentPageUnlessDearer } from './wire.ts';
import type { YearlyPriceAndProrationInstant } from './wire.ts';

/** Time limit of one call to Stripe. A call that failed on the network is repeated with its idempotency key. */
const TIMEOUT_MS = 8_000;
const NETWORK_RETRIES = 1;
/** Largest difference between an event's time and ours, either way. */
const TOLERANCE_SECONDS = 300;

export interface BillingSettings {
  secretKey: string;
  /** Several while the secret is being replaced. */
  webhookSecrets: string[];
  /** Replaces Stripe's address, for tests. */
  apiBase?: string | undefined;
  /** Time limit of one call; 8 s by default. */
  timeoutMs?: number | undefined;
  /** How Stripe computes tax; not at all by default. */
  tax?: TaxSetting | undefined;
  /** Answers the calls within this process: the sandbox. */
  fetch?: typeof fetch | undefined;
}

/** A call about a customer who does not exist at the provider, or exists no longer. */
export class CustomerNotFoundError extends AppError {
  constructor(cause: unknown) {
    super('payments_unavailable', undefined, { cause });
  }
}

/** The payment provider: Stripe, or the sandbox, which answers as Stripe does. */
export type BillingProvider = ReturnType<typeof createBillingProvider>;

/**
 * Creates the payment provider with Stripe's official SDK; calls nothing yet. Its asynchronous methods reject with
 * payment_declined (the bank refuses) or payments_unavailable (any other failure).
 */
export function createBillingProvider({
  secretKey,
  webhookSecrets,
  apiBase,
  timeoutMs = TIMEOUT_MS,
  tax = 'none',
  fetch,
}: BillingSettings) {
  const stripe = new Stripe(secretKey, {
    ...(apiBase && toStripeHostOptions(apiBase)),
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
    timeout: timeoutMs,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
  });

  return {
    ...createPauseAndMonthlyPlanCalls(stripe, call),
    ...createPromotionCodeCalls(stripe, call),
    ...createEventCalls(stripe, call),

    livemode: /^[rs]k_live_/.test(secretKey),

    tax,

    /** Reads the account's settings at Stripe, as far as its API tells them; never rejects. */
    readSettings: () => readStripeSettings(stripe, tax),

    /** Creates the customer of a person, or finds the one that was created before; resolves to their id. */
    createCustomer: (userId: string, email: string, idempotencyKey: string) =>
      call(() => findOrCreateStripeCustomer(stripe, { userId, email }, idempotencyKey)),

    /** Stores a customer's e-mail address; does nothing when they are gone. */
    updateEmail: (customerId: string, email: string) =>
      call(async () => {
        try {
          await stripe.customers.update(customerId, { email });
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),

    /**
     * Creates the page where a person pays; the same one for the same `checkoutId`, `language` and `attempt`.
     * @throws {CustomerNotFoundError}
     */
    openCheckout: (terms: CheckoutTerms) =>
      call(async () => {
        const discounts = await ensureCheckoutDiscounts(stripe, terms);
        const product = await ensureActiveProduct(stripe, terms.plan, terms.planName);
        const session = await stripe.checkout.sessions.create(
          toCheckoutSessionParams(terms, product, { discounts, tax }),
          // The same page for two tabs. Another language is another request ("errors if they're not the same"), and
          // so is one after a failure ("the same result, including 500 errors": https://docs.stripe.com/idempotency).
          { idempotencyKey: `${terms.checkoutId}:${terms.language}:${terms.attempt}` },
        );
        return toPaymentPageUnlessDearer(session, terms.amountMinor);
      }),

    /** Reads a payment and the id of its customer; null for one that did not succeed, or of another account. */
    readPayment: (paymentId: string) => call(() => readPaymentAndCustomer(stripe, paymentId)),

    /**
     * Reads the status of a checkout, and the address of its page, null once it is closed; one that this account of
     * Stripe doesn't know has expired.
     */
    readCheckout: (sessionId: string) =>
      call(async () => {
        try {
          const { status, url } = await stripe.checkout.sessions.retrieve(sessionId);
          return { status, url };
        } catch (error) {
          if (!isMissing(error)) throw error;
          return { status: 'expired' as const, url: null };
        }
      }),

    /** Closes an open checkout; resolves to false when it was paid or has expired already. */
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

    readCustomer: (customerId: string): Promise<CustomerState> =>
      call(async () => toCustomerState(await readStripeCustomerObjects(stripe, customerId))),

    /** Creates the page where a person changes their card and finds their invoices; resolves to its address. */
    openPortal: (customerId: string, returnUrl: string, language: Language) =>
      call(async () => {
        const session = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          locale: language,
        });
        return session.url;
      }),

    /**
     * Makes a subscription end with its paid period (at once where that is still to be paid), or renew again; rejects unless Stripe
     * says that it now does.
     */
    setRenewal: (subscriptionId: string, renews: boolean, reason?: string) =>
      call(() => setSubscriptionRenewal(stripe, subscriptionId, renews, reason)),

    /** Computes, in minor units, what a change from the monthly to the yearly plan costs now, the unused part deducted. */
    previewYearly: (subscriptionId: string, terms: YearlyPriceAndProrationInstant) =>
      call(() => previewYearlyChangeMinor(stripe, subscriptionId, terms)),

    /**
     * Changes a subscription from the monthly to the yearly plan once its invoice is paid, which is tried at once. Where
     * the bank asks or refuses, nothing is changed, and the change is pending: see `CustomerState`.
     */
    changeToYearly: (subscriptionId: string, terms: YearlyPriceAndProrationInstant) =>
      call(() => changePlanToYearly(stripe, subscriptionId, terms)),

    /** Gives up a pending change by voiding its invoice; does nothing when it was paid or is gone. */
    voidInvoice: (invoiceId: string) =>
      call(async () => {
        try {
          await stripe.invoices.voidInvoice(invoiceId);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        }
      }),

    /** Ends a subscription now, without a refund; does nothing when it is gone. */
    endSubscription: (subscriptionId: string) =>
      call(async () => {
        try {
          await stripe.subscriptions.cancel(subscriptionId);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),

    /** Refunds a payment until `totalMinor` of it have been refunded, earlier refunds included. */
    refundUpTo: (paymentId: string, totalMinor: number, idempotencyKey: string) =>
      call(async () => {
        const key = `${idempotencyKey}:${paymentId}:${totalMinor}`;
        await sendWithIdempotencyKeyAndRetryOnce(key, (used) =>
          refundUntilTotal(stripe, paymentId, totalMinor, used),
        );
      }),

    /** Refunds an amount of a payment once more, or what is left of it, after a refund of it failed. */
    refundAgain: (paymentId: string, amountMinor: number, idempotencyKey: string) =>
      call(async () => {
        const total = await readTotalAfterFurtherRefund(stripe, paymentId, amountMinor);
        await sendWithIdempotencyKeyAndRetryOnce(idempotencyKey, (key) =>
          refundUntilTotal(stripe, paymentId, total, key),
        );
      }),

    /** Erases a customer, which ends their subscriptions at once; does nothing when they are gone. */
    eraseCustomer: (customerId: string) =>
      call(async () => {
        try {
          await stripe.customers.del(customerId);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),

    verifyEvent(body: Buffer, signature: string, now: Date): ProviderEvent {
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) * 1000;
      // The SDK refuses only what is too old.
      const isAhead = signedAt - now.getTime() > TOLERANCE_SECONDS * 1000;
      for (const secret of isAhead ? [] : webhookSecrets) {
        try {
          return toProviderEvent(
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

const isMissing = (error: unknown) => isStripeErrorWithCode(error, 'resource_missing');

/**
 * Runs calls to the provider and translates their errors.
 * @throws {AppError} payment_declined (the bank refuses); other_currency (a subscription runs in another one);
 * payments_unavailable (any other failure, a CustomerNotFoundError among them)
 */
async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (
      isMissing(cause) &&
      cause instanceof Stripe.errors.StripeError &&
      cause.param === 'customer'
    )
      throw new CustomerNotFoundError(cause);
    if (cause instanceof Stripe.errors.StripeCardError)
      throw new AppError('payment_declined', undefined, { cause });
    // Stripe gives this refusal no code of its own (docs.stripe.com/currencies#currency-limitations).
    if (cause instanceof Error && cause.message.includes('combine currencies'))
      throw new AppError('other_currency', undefined, { cause });
    throw new AppError('payments_unavailable', undefined, { cause });
  }
}
