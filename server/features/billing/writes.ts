import { eq, lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { AppError } from '#server/http/errors.ts';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import { findKnownCustomer, listStaleCustomers } from './reads.ts';
import { listPricesFor } from './prices/reads.ts';
import type { ProviderEvent } from './service.ts';
import { syncCustomer, type SyncDependencies } from './sync-customer.ts';
import { billingEvents } from './table.ts';

/** Locks the buyer's profile row until the transaction ends, so that one person's purchases are serialised. */
export async function lockBuyer(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

/** What somebody wants to buy, with the price and the offer that the page showed; an absent one is not checked. */
export interface Order {
  plan: PassPlan;
  currency: Currency;
  priceId?: string | undefined;
  offerId?: string | null | undefined;
}

/**
 * Returns today's price of an ordered pass: `amountMinor` for the first payment, `usualAmountMinor` for later ones,
 * `offerId`.
 * @throws not_found (the plan is not on sale in that currency); price_changed (the page showed another price, or an
 * offer that is over)
 */
export async function findOrderedPrice(db: Database, userId: string, order: Order, now: Date) {
  const price = (await listPricesFor(db, userId, now)).find(
    ({ plan, currency }) => plan === order.plan && currency === order.currency,
  );
  if (!price) throw new AppError('not_found');
  const sameOffer = order.offerId === undefined || order.offerId === (price.offer?.id ?? null);
  if ((order.priceId ?? price.id) !== price.id || !sameOffer) throw new AppError('price_changed');
  return {
    amountMinor: price.offer?.amountMinor ?? price.amountMinor,
    usualAmountMinor: price.amountMinor,
    offerId: price.offer?.id ?? null,
  };
}

/** Types of events after which a customer's state is read again. */
const RELEVANT_EVENT =
  /^(?:checkout\.session\.(?:completed|expired|async_payment_succeeded)|customer\.subscription\.|customer\.deleted$|invoice\.(?:paid|payment_failed|payment_action_required)$|charge\.(?:refunded$|dispute\.))/;

/**
 * Stores an event of the provider and queues the job that reads its customer, in one transaction. Ignores events of
 * other types, those stored before and those of unknown customers.
 */
export async function storeProviderEvent(
  { db, jobs, secret }: Pick<Dependencies, 'db' | 'jobs' | 'secret'>,
  event: ProviderEvent,
  now: Date,
): Promise<void> {
  if (!RELEVANT_EVENT.test(event.type)) return;
  const customerId = await findKnownCustomer(db, event);
  if (customerId === null) return;
  await db.transaction(async (tx) => {
    const { id, type } = event;
    const [stored] = await tx
      .insert(billingEvents)
      .values({ id, type, receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: billingEvents.id });
    if (stored) await queueCustomerSync({ jobs, secret }, tx, customerId);
  });
}

/** Queues the background job that reads a customer's purchases from the payment provider. */
export async function queueCustomerSync(
  { jobs, secret }: Pick<Dependencies, 'jobs' | 'secret'>,
  tx: Database,
  customerId: string,
): Promise<void> {
  await jobs.send(tx, 'sync-customer', { encrypted: encrypt(secret, { customerId }) });
}

const EVENTS_KEPT_MS = 60 * 24 * 60 * 60_000;

/** Deletes events stored more than 60 days before `now`; the provider repeats one for three days at most. */
export async function deleteOldEvents(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - EVENTS_KEPT_MS);
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, before));
}

const readCustomerId = ({ secret }: Pick<Dependencies, 'secret'>, encrypted: string) =>
  (decrypt(secret, encrypted) as { customerId: string }).customerId;

/**
 * Handler of the job `sync-customer`: reads a customer's purchases from the payment provider and updates the stored
 * passes.
 */
export async function processCustomerSync(
  dependencies: SyncDependencies,
  encrypted: string,
): Promise<void> {
  await syncCustomer(dependencies, readCustomerId(dependencies, encrypted));
}

/**
 * Handler of the job `erase-customer`: erases a customer's data at the payment provider; does nothing without payments.
 */
export async function eraseCustomer(
  dependencies: Pick<Dependencies, 'payments' | 'secret'>,
  encrypted: string,
): Promise<void> {
  await dependencies.payments?.eraseCustomer(readCustomerId(dependencies, encrypted));
}

const STALE_MS = 24 * 60 * 60_000;
const MAX_STALE = 500;

/**
 * Reads up to 500 customers from the payment provider again that were not read for a day (see `listStaleCustomers`), in
 * case events were lost. The first one that cannot be read ends the call.
 * @throws {AppError} payments_unavailable
 */
export async function syncStaleCustomers(dependencies: SyncDependencies, now: Date): Promise<void> {
  const { db, payments } = dependencies;
  if (!payments) return;
  for (const { id } of await listStaleCustomers(db, payments.livemode, now, STALE_MS, MAX_STALE))
    await syncCustomer(dependencies, id);
}
