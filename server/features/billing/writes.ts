import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import {
  wasCountedAsIncome,
  updateIncomePaymentIfKnown,
} from '#server/features/totals/income/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import { type OrderConsent, PASS_CONSENT_VERSION } from '#shared/contract/billing.ts';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import { findKnownCustomerId } from './reads.ts';
import {
  listCustomersWithExpiredUnpaidChange,
  listOpenCheckouts,
  listPastDueCustomersDueForSync,
  listCustomersDueForSyncRetry,
  listCustomersWithUnknownRenewalPayment,
  listCustomerIdsDueForSync,
  type OpenCheckout,
} from './stale/reads.ts';
import { listPricesForPerson } from './prices/reads.ts';
import { SYNCED_EVENT_TYPES } from './stripe/policy.ts';
import type { ProviderEvent } from './stripe/events/wire.ts';
import { reportRefunds } from './events/writes.ts';
import { updateGiftFromItsPayment } from './gifts/writes.ts';
import { storeDisputesAndAlertOperator } from './payments/writes.ts';
import {
  saveRefundFailures,
  syncAndCorrectCustomer,
  type SyncDependencies,
} from './sync-customer.ts';
import { billingCustomers, billingEvents, checkouts } from './table.ts';

/** What a person wants to buy, with the price and the offer that the page showed; an absent one is not checked. */
export interface PassOrder {
  plan: PassPlan;
  currency: Currency;
  priceId?: string | undefined;
  offerId?: string | null | undefined;
  consent: OrderConsent;
}

/**
 * Converts the consent that a buyer posted to the columns that prove it.
 * @throws consent_outdated (the page showed other words than today's)
 */
export function requireCurrentConsentColumns({ version, ...given }: OrderConsent, now: Date) {
  if (version !== PASS_CONSENT_VERSION) throw new AppError('consent_outdated');
  return {
    consentStatements: Object.keys(given).toSorted(),
    consentVersion: version,
    consentedAt: now,
  };
}

/**
 * Returns today's price of an ordered pass: `amountMinor` for the first payment, `usualAmountMinor` for later ones,
 * `offerId`.
 * @throws not_found (the plan is not on sale in that currency); price_changed (the page showed another price, or an
 * offer that is over)
 */
export async function requireOrderedPrice(
  db: Database,
  userId: string,
  order: PassOrder,
  now: Date,
) {
  const price = (await listPricesForPerson(db, userId, now)).find(
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

/**
 * Stores an event of the provider and queues the job that reads its customer, in one transaction. Ignores events of
 * other types, those stored before and those of unknown customers. Whose payment a dispute or a refund is about, which
 * do not say it, the job finds out. `storedType`: what the stored row is called, if not by the event's type.
 */
export async function saveEventAndQueueSync(
  { db, jobs, secret }: Pick<Dependencies, 'db' | 'jobs' | 'secret'>,
  event: ProviderEvent,
  now: Date,
  storedType = event.type,
): Promise<void> {
  if (!SYNCED_EVENT_TYPES.has(event.type)) return;
  const customerId = await findKnownCustomerId(db, event);
  const { paymentRef } = event;
  const isNameless = event.customerId === null && paymentRef !== null;
  // The payer may have deleted their account.
  const isOurs = isNameless || (paymentRef !== null && (await wasCountedAsIncome(db, paymentRef)));
  if (customerId === null && !isOurs) return;
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(billingEvents)
      .values({ id: event.id, type: storedType, receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: billingEvents.id });
    if (!stored) return;
    if (customerId !== null) await queueCustomerSync({ jobs, secret }, tx, customerId);
    else await jobs.send(tx, 'sync-customer', { encrypted: encrypt(secret, { paymentRef }) });
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

/** The type of a row that stands for an event that should have come and did not. */
export const MISSED_EVENT_TYPE = 'missed';
/** The type of the row of an event that did not come, and was found in the provider's list. */
export const FOUND_EVENT_TYPE = 'found';

const EVENTS_KEPT_MS = 60 * 24 * 60 * 60_000;

/** Deletes events stored more than 60 days before `now`; the provider repeats one for three days at most. */
export async function deleteOldProviderEvents(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - EVENTS_KEPT_MS);
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, before));
}

/**
 * Handler of the job `sync-customer`: reads a customer's purchases from the payment provider and updates the stored
 * passes.
 */
export async function runSyncCustomerJob(
  dependencies: SyncDependencies,
  encrypted: string,
): Promise<void> {
  const { customerId, paymentRef } = decrypt(dependencies.secret, encrypted) as {
    customerId?: string;
    paymentRef?: string;
  };
  if (customerId !== undefined) return syncAndCorrectCustomer(dependencies, customerId);
  const found = await dependencies.payments?.readPayment(paymentRef ?? '');
  if (!found) return undefined;
  // That of a person who bought something else is unknown here.
  if (found.customerId !== null) await syncAndCorrectCustomer(dependencies, found.customerId);
  const { db, clock, payments } = dependencies;
  // Also once its owner's account is gone.
  await db.transaction(async (tx) => {
    const change = await updateIncomePaymentIfKnown(tx, found.payment);
    if (!change) return;
    const nobody = { userId: null, livemode: payments?.livemode ?? false };
    await reportRefunds(dependencies, tx, nobody, [change]);
    await saveRefundFailures(tx, [found.payment], clock());
    await storeDisputesAndAlertOperator(dependencies, tx, nobody, [found.payment]);
  });
  return updateGiftFromItsPayment(dependencies, found.payment);
}

const STALE_MS = 24 * 60 * 60_000;
const MAX_STALE = 500;
/** How long a customer who cannot be read is put off, at first and at most. */
const FIRST_PUT_OFF_MS = 10 * 60_000;
const PUT_OFF_MS = 30 * 60_000;
/** So many that cannot be read one after the other mean that the provider is away. */
const MAX_FAILURES = 5;

/**
 * Reads up to 500 customers from the payment provider again that were not read for a day (see `listCustomerIdsDueForSync`), in
 * case events were lost.
 * @throws as syncEach
 */
export async function syncStaleCustomers(dependencies: SyncDependencies, now: Date): Promise<void> {
  const { db, payments } = dependencies;
  if (!payments) return;
  const stale = await listCustomerIdsDueForSync(db, payments.livemode, now, STALE_MS, MAX_STALE);
  await syncEach(
    dependencies,
    stale.map(({ id }) => id),
    now,
  );
}

const AWAITED = [
  listCustomersDueForSyncRetry,
  listPastDueCustomersDueForSync,
  listCustomersWithExpiredUnpaidChange,
  listCustomersWithUnknownRenewalPayment,
];

/** How long the page of a checkout may be paid, with an hour to spare. */
const PAGE_OPEN_MS = 25 * 60 * 60_000;
const MAX_OPEN = 500;

/**
 * Reads what people wait for: open payment pages of the last day, customers who could not be read before, payments that are tried again
 * (the longer they fail, the more rarely), changes whose time to be paid is over, and what follows a pause, so that a lost event costs no
 * member their access for longer than the time between two calls. What was paid without an event is stored as a `missed` event, which the
 * studio counts.
 * @throws as runEachDespiteFailures
 */
export async function syncAwaitedPayments(
  dependencies: SyncDependencies,
  now: Date,
): Promise<void> {
  const { db, payments } = dependencies;
  if (!payments) return;
  const { livemode } = payments;
  const since = new Date(now.getTime() - PAGE_OPEN_MS);
  const changed = new Set<string>();
  const open = await listOpenCheckouts(db, livemode, since, MAX_OPEN);
  const readPage = async ({ id, sessionId, customerId }: OpenCheckout) => {
    const page = await payments.readCheckout(sessionId);
    if (page.status === 'complete') {
      changed.add(customerId);
      const missed = { id: `missed:${id}`, type: MISSED_EVENT_TYPE, receivedAt: now };
      await db.insert(billingEvents).values(missed).onConflictDoNothing();
    }
    if (page.status === 'expired')
      await db
        .update(checkouts)
        .set({ status: 'expired' })
        .where(and(eq(checkouts.id, id), eq(checkouts.status, 'open')));
  };
  const readCustomers = async () => {
    for (const list of AWAITED)
      for (const { id } of await list(db, livemode, now, MAX_OPEN)) changed.add(id);
    await syncEach(dependencies, [...changed], now);
  };
  await runEachDespiteFailures(
    [() => runEachDespiteFailures(open, readPage, MAX_FAILURES), readCustomers],
    (step) => step(),
  );
}

/**
 * Reads customers again. One who cannot be read is put off, and the others are read all the same: for ten minutes at first,
 * since most of what fails passes, and then for half an hour: within an hour of the provider's answering they are read.
 * @throws as runEachDespiteFailures; early when the provider seems to be away
 */
async function syncEach(
  dependencies: SyncDependencies,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const putOff = async (id: string) => {
    const soon = new Date(now.getTime() + FIRST_PUT_OFF_MS).toISOString();
    const later = new Date(now.getTime() + PUT_OFF_MS).toISOString();
    await dependencies.db
      .update(billingCustomers)
      .set({
        retryAt: sql`case when ${billingCustomers.retryAt} is null then ${soon}::timestamptz else ${later}::timestamptz end`,
      })
      .where(eq(billingCustomers.id, id));
  };
  const read = (id: string) =>
    syncAndCorrectCustomer(dependencies, id).catch(async (error: unknown) => {
      await putOff(id);
      throw error;
    });
  await runEachDespiteFailures(ids, read, MAX_FAILURES);
}

/** Queues the job that tells the payment provider the present e-mail address of the person with this identity. */
export async function queueCustomerEmailUpdate(
  { jobs, secret }: Pick<Dependencies, 'jobs' | 'secret'>,
  tx: Database,
  subject: string,
): Promise<void> {
  const rows = await tx
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .innerJoin(users, eq(users.id, billingCustomers.userId))
    .where(and(eq(users.subject, subject), isNull(billingCustomers.deletedAt)))
    .limit(10);
  for (const { id: customerId } of rows)
    await jobs.send(tx, 'update-customer', { encrypted: encrypt(secret, { customerId }) });
}

/** Handler of the job `update-customer`: tells the payment provider a customer's present e-mail address. */
export async function runUpdateCustomerEmailJob(
  dependencies: Pick<Dependencies, 'db' | 'payments' | 'secret'>,
  encrypted: string,
): Promise<void> {
  const { db, payments, secret } = dependencies;
  const { customerId } = decrypt(secret, encrypted) as { customerId: string };
  const [owner] = await db
    .select({ email: users.email })
    .from(billingCustomers)
    .innerJoin(users, eq(users.id, billingCustomers.userId))
    .where(eq(billingCustomers.id, customerId))
    .limit(1);
  if (owner) await payments?.updateEmail(customerId, owner.email);
}
