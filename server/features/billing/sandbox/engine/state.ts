import { createHash, randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { TaxRate } from './tax.ts';

/** Anything the fake stores: Stripe's objects, and replies by idempotency key. */
export interface StoredObject {
  id: string;
  object: string;
  created?: number;
}

/**
 * What the account has chosen for a subscription whose payment failed for the last time: "you can configure the
 * subscription to move to `canceled`, `unpaid`, or leave it as `past_due`"
 * (https://docs.stripe.com/billing/subscriptions/overview).
 */
export type DunningOutcome = 'cancel' | 'unpaid' | 'past_due';

/** What the fake stores of one customer, and the products and coupons of the account. */
export class StripeState {
  readonly key: string;
  now: number;
  readonly objects: Map<string, StoredObject>;
  /** What follows the last retry of a payment. */
  dunning: DunningOutcome = 'cancel';
  /** The rates of the account by their ids; others are a fifth, within the price. */
  taxRates: Readonly<Record<string, TaxRate>> = {};
  readonly changed = new Set<string>();
  readonly events: Stripe.Event[] = [];

  constructor(key: string, now: number, objects: Iterable<StoredObject>) {
    this.key = key;
    this.now = now;
    this.objects = new Map([...objects].map((object) => [object.id, object]));
  }

  /** Creates the next id of a kind; it contains the customer's key. */
  nextId(prefix: string): string {
    return `${prefix}_${this.key}_${this.objects.size + 1}`;
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- an id says what kind of object it names
  get<T extends StoredObject>(id: string): T | undefined {
    return this.objects.get(id) as T | undefined;
  }

  put<T extends StoredObject>(object: T): T {
    this.objects.set(object.id, object);
    this.changed.add(object.id);
    return object;
  }

  /** Lists objects of a kind, the newest first, as Stripe does. */
  list<T extends StoredObject = StoredObject>(kind: T['object']): T[] {
    const isOfKind = (object: StoredObject): object is T => object.object === kind;
    return [...this.objects.values()]
      .filter(isOfKind)
      .toSorted((a, b) => getSerial(b.id) - getSerial(a.id));
  }

  /** Records an event about an object, with a copy of it as it is now. */
  emit(type: string, object: StoredObject): void {
    this.events.push({
      id: `evt_${this.key}_${randomBytes(6).toString('hex')}`,
      object: 'event',
      account: undefined,
      api_version: null,
      created: this.now,
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    } as unknown as Stripe.Event);
  }
}

/** Stores states between calls; calls of the same customer run one after the other. */
export interface StripeStore {
  run<T>(key: string, now: number, work: (stripe: StripeState) => T): Promise<T>;
}

/** Creates a store of the fake Stripe's state in memory, for tests. */
export function createMemoryStripeStore(): StripeStore {
  const objects = new Map<string, StoredObject>();
  return {
    run(key, now, work) {
      const known = [...objects.values()].filter(({ id }) => canCustomerSee(key, id));
      const stripe = new StripeState(key, now, structuredClone(known));
      const result = work(stripe);
      for (const id of stripe.changed) objects.set(id, structuredClone(stripe.objects.get(id)!));
      return Promise.resolve(result);
    },
  };
}

const ID = /^[a-z]+_(?:test_)?([\da-z]{14})(?:_|$)/;

/**
 * Returns the key of the fake Stripe's customer to whom the object with this id belongs; null for products, coupons and
 * prices, which belong to the account.
 */
export function findCustomerKeyOfObject(id: string): string | null {
  return ID.exec(id)?.[1] ?? null;
}

/** Returns whether calls of a customer see the object with this id: one of theirs, or one of the account. */
function canCustomerSee(key: string, id: string): boolean {
  return (findCustomerKeyOfObject(id) ?? key) === key;
}

/** Creates the key of a new customer of the fake Stripe: derived from the idempotency key, random without one. */
export function createCustomerKey(idempotencyKey?: string): string {
  if (idempotencyKey === undefined) return randomBytes(7).toString('hex');
  return createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 14);
}

function getSerial(id: string): number {
  return Number(/_(\d+)$/.exec(id)?.[1] ?? 0);
}
