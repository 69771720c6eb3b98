import type { Coupon, Discount, PromotionCode, SubscriptionSchedule } from './discount-objects.ts';
import type {
  CardBehaviour,
  Charge,
  CheckoutSession,
  CreditNote,
  Customer,
  Dispute,
  Invoice,
  InvoicePayment,
  PaymentIntent,
  PaymentMethod,
  PortalSession,
  Price,
  Product,
  Refund,
  StripeEvent,
  Subscription,
} from './objects.ts';

export const API_VERSION = '2026-10-28.endive';
export const HOUR_S = 3600;
export const DAY_S = 86_400;

/** What the operator has chosen in Stripe's settings for subscriptions whose renewal stays unpaid. */
export type DunningOutcome = 'cancel' | 'unpaid' | 'past_due' | 'pause';

/** What differs by customer; Stripe sets the first by account, or by customer with automations. */
export interface StripeTreatmentOfCustomer {
  dunning: DunningOutcome;
  /** The billing mode of new subscriptions that ask for none. */
  mode: 'classic' | 'flexible';
  /**
   * How long the draft of a renewal waits (seconds): "approximately one hour", and "up to 72 hours" when the endpoint does not
   * answer `invoice.created` (Stripe, Using webhooks with subscriptions).
   */
  draftTime: number;
}
/** "Subscriptions you create through the API now default to flexible billing mode" (Stripe changelog, 2025-09-30.clover). */
export const DEFAULT_HABITS: StripeTreatmentOfCustomer = {
  dunning: 'cancel',
  mode: 'flexible',
  draftTime: HOUR_S,
};

/** Raised by an operation; the server answers it as Stripe does. */
export class StripeRefusal extends Error {
  override name = 'StripeRefusal';
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly param: string | undefined;
  constructor(
    status: number,
    message: string,
    code?: string,
    type = 'invalid_request_error',
    param?: string,
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
  }
}

const PREFIXES = {
  customers: 'cus_',
  products: 'prod_',
  prices: 'price_',
  coupons: 'coupon_',
  promotions: 'promo_',
  discounts: 'di_',
  schedules: 'sub_sched_',
  sessions: 'cs_live_',
  subscriptions: 'sub_',
  items: 'si_',
  invoices: 'in_',
  lines: 'il_',
  invoicePayments: 'inpay_',
  intents: 'pi_',
  charges: 'ch_',
  refunds: 're_',
  creditNotes: 'cn_',
  balances: 'cbtxn_',
  disputes: 'du_',
  methods: 'pm_',
  portals: 'bps_',
  events: 'evt_',
} as const;
type Kind = keyof typeof PREFIXES;

interface Timer {
  at: number;
  order: number;
  run: () => void;
}

/**
 * Creates Stripe's memory of one business, empty. `clock` tells the virtual time; `onEvent` learns of each event that
 * Stripe makes, with a snapshot of its object ("The API resource relevant to the event … at the time of the event",
 * Stripe API, The Event object).
 */
export function createStripeAccount(clock: () => Date, onEvent: (event: StripeEvent) => void) {
  let count = 0;
  const timers: Timer[] = [];
  const now = () => Math.floor(clock().getTime() / 1000);
  const makeId = (kind: Kind) => `${PREFIXES[kind]}${(++count).toString(36).padStart(14, '0')}`;
  const account = {
    now,
    makeId,
    customers: new Map<string, Customer>(),
    products: new Map<string, Product>(),
    prices: new Map<string, Price>(),
    coupons: new Map<string, Coupon>(),
    deletedCoupons: new Set<string>(),
    promotions: new Map<string, PromotionCode>(),
    discounts: new Map<string, Discount>(),
    schedules: new Map<string, SubscriptionSchedule>(),
    sessions: new Map<string, CheckoutSession>(),
    subscriptions: new Map<string, Subscription>(),
    invoices: new Map<string, Invoice>(),
    invoicePayments: new Map<string, InvoicePayment>(),
    intents: new Map<string, PaymentIntent>(),
    charges: new Map<string, Charge>(),
    refunds: new Map<string, Refund>(),
    creditNotes: new Map<string, CreditNote>(),
    disputes: new Map<string, Dispute>(),
    methods: new Map<string, PaymentMethod>(),
    portals: new Map<string, PortalSession>(),
    events: new Map<string, StripeEvent>(),
    habits: new Map<string, StripeTreatmentOfCustomer>(),
    moods: new Map<string, CardBehaviour>(),
    /** The common beginning of the few objects that do not tell whether they are live. */
    begin<Name extends string>(kind: Kind, object: Name) {
      return { id: makeId(kind), object, created: now() };
    },
    make<Name extends string>(kind: Kind, object: Name) {
      return { ...account.begin(kind, object), livemode: true as const };
    },
    /** Makes an event about an object as it is now. */
    emit(type: string, object: object): StripeEvent {
      const event: StripeEvent = {
        ...account.make('events', 'event'),
        type,
        api_version: API_VERSION,
        data: { object: structuredClone(object) },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      };
      account.events.set(event.id, event);
      onEvent(event);
      return event;
    },
    /** Has something done at an instant (seconds). */
    schedule(at: number, run: () => void): void {
      timers.push({ at, order: ++count, run });
    },
    /** When the next thing is due, in milliseconds; infinite when nothing is. */
    nextDue: () => Math.min(Infinity, ...timers.map(({ at }) => at)) * 1000,
    /** Does what is due by now, in its order. */
    runDue(): void {
      for (;;) {
        const due = timers.filter(({ at }) => at <= now());
        const [first] = due.toSorted((a, b) => a.at - b.at || a.order - b.order);
        if (!first) return;
        timers.splice(timers.indexOf(first), 1);
        first.run();
      }
    },
  };
  return account;
}

export type StripeAccount = ReturnType<typeof createStripeAccount>;

/** Returns an object by its id, or refuses as Stripe does. */
export function findOrRefuse<T>(table: ReadonlyMap<string, T>, id: string, noun: string): T {
  const found = table.get(id);
  if (!found) throw new StripeRefusal(404, `No such ${noun}: '${id}'`, 'resource_missing');
  return found;
}

/**
 * Returns a customer with whom something new may be done. "Deleting customers … prevents any further operations to be
 * performed (such as adding a new subscription)" (Stripe API, Delete a customer).
 */
export function findLiveCustomerOrRefuse(account: StripeAccount, id: string): Customer {
  const customer = account.customers.get(id);
  if (!customer || customer.deleted)
    // "param: If the error is parameter-specific, the parameter related to the error" (Stripe API, Errors).
    throw new StripeRefusal(
      400,
      `No such customer: '${id}'`,
      'resource_missing',
      'invalid_request_error',
      'customer',
    );
  return customer;
}
