import { and, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { users } from '#server/features/account/table.ts';
import {
  endSubscriptionSpansOfPerson,
  saveSubscriptionSpan,
} from '#server/features/totals/recurring/writes.ts';
import { type IncomeChange, saveIncomePayments } from '#server/features/totals/income/writes.ts';
import type { AlertDependencies } from './alerts/send-alert.ts';
import { reportBoughtPasses, reportIncome } from './events/writes.ts';
import { savePaidGiftsAndEmailCodes } from './gifts/writes.ts';
import {
  type PassEmailDependencies,
  type PassBeforeAndAfter,
  queuePassEmails,
} from './notices/writes.ts';
import { applyPurchaseCorrectionsAndCheckIfAny } from './corrections/writes.ts';
import {
  computePasses,
  listPayments,
  type ComputedPass,
  type Payment,
  type CustomerState,
} from './policy.ts';
import { CustomerNotFoundError } from './service.ts';
import { storeDisputesAndAlertOperator } from './payments/writes.ts';
import {
  type PassesEndedInApp,
  readPassesEndedInApp,
  restoreTakenOverPaidTime,
} from './restored/policy.ts';
import { billingCustomers, checkouts, passes, refundFailures } from './table.ts';
import { keepLaterRefundDeadlines } from './withdrawal/policy.ts';

export type SyncDependencies = Pick<Dependencies, 'db' | 'payments' | 'clock'> &
  PassEmailDependencies &
  AlertDependencies;

/** How many times corrections are followed by another reading. */
const MAX_CORRECTIONS = 3;

/**
 * Reads a customer's state from the provider, rewrites their passes and paid checkouts from it and queues the e-mails
 * about the changes; so neither lost events nor their order matter. Then ends and refunds what is paid needlessly
 * (computePurchaseCorrections). Does nothing for an unknown customer, or without payments.
 * @throws {AppError} payments_unavailable
 */
export async function syncAndCorrectCustomer(
  deps: SyncDependencies,
  customerId: string,
): Promise<void> {
  const { db, payments } = deps;
  if (!payments) return;
  for (let round = 0; round <= MAX_CORRECTIONS; round++) {
    const reading = await startReading(db, customerId);
    if (!reading) return;
    const state = await payments.readCustomer(customerId).catch(async (error: unknown) => {
      if (!(error instanceof CustomerNotFoundError)) throw error;
      await applyCustomerDeletion(deps, customerId);
      return null;
    });
    if (!state) return;
    await applyState(deps, { ...reading, customerId, livemode: payments.livemode }, state);
    if (!(await applyPurchaseCorrectionsAndCheckIfAny(deps, payments, customerId, state))) return;
  }
}

/** Numbers a reading before it begins: a later one has seen at least as much. Null for an unknown customer. */
async function startReading(db: Database, customerId: string) {
  const [row] = await db
    .update(billingCustomers)
    .set({ syncStarted: sql`${billingCustomers.syncStarted} + 1` })
    .where(eq(billingCustomers.id, customerId))
    .returning({ number: billingCustomers.syncStarted, userId: billingCustomers.userId });
  return row ?? null;
}

/**
 * Stores that a customer exists no longer at the provider: "Also immediately cancels any active subscriptions on the
 * customer" (https://docs.stripe.com/api/customers/delete). What was paid once stays.
 */
export async function applyCustomerDeletion(
  { db, clock }: Pick<SyncDependencies, 'db' | 'clock'>,
  customerId: string,
): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    const [customer] = await tx
      .update(billingCustomers)
      .set({ deletedAt: now, syncedAt: now })
      .where(eq(billingCustomers.id, customerId))
      .returning({ userId: billingCustomers.userId });
    if (customer) await endSubscriptionSpansOfPerson(tx, customer.userId, now);
    await tx
      .update(passes)
      .set({
        status: 'ended',
        renews: false,
        endsAt: sql`least(${passes.endsAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(
        and(
          eq(passes.customerId, customerId),
          eq(passes.source, 'subscription'),
          ne(passes.status, 'ended'),
        ),
      );
  });
}

interface Reading {
  customerId: string;
  userId: string;
  number: number;
  livemode: boolean;
}

/**
 * Writes the state that was read, with the e-mails about changes, under the customer's lock; ignored when a later
 * reading was written before.
 */
async function applyState(deps: SyncDependencies, reading: Reading, state: CustomerState) {
  const { db, clock } = deps;
  const now = clock();
  await db.transaction(async (tx) => {
    const { customerId, number } = reading;
    const [latest] = await tx
      .update(billingCustomers)
      .set({ syncApplied: number, syncedAt: now, retryAt: null })
      .where(and(eq(billingCustomers.id, customerId), lt(billingCustomers.syncApplied, number)))
      .returning({ id: billingCustomers.id });
    if (!latest) return;
    const [owner] = await tx
      .select({ timeZone: users.timeZone })
      .from(users)
      .where(eq(users.id, reading.userId))
      .limit(1);
    const changes: PassBeforeAndAfter[] = [];
    const computed = computePasses(state, owner?.timeZone ?? 'UTC');
    for (const after of restoreTakenOverPaidTime(
      computed,
      state,
      await listPassesEndedInApp(tx, customerId),
    ))
      changes.push({ before: await writePass(tx, reading, after, now), after });
    await storeSpans(tx, reading, { state, changes }, now);
    const income = await storePayments(tx, reading.livemode, listPayments(state), now);
    await queuePassEmails(deps, tx, reading, changes, income);
    await reportBoughtPasses(deps, tx, reading, changes);
    await settleYearlyOrders(tx, reading.userId, changes);
    await savePaidGiftsAndEmailCodes(deps, tx, reading, state.gifts);
    await reportIncome(deps, tx, reading, state.subscriptions, income);
    await storeDisputesAndAlertOperator(deps, tx, reading, listPayments(state));
    if (state.finishedCheckouts.length > 0)
      await tx
        .update(checkouts)
        .set({ status: 'paid' })
        .where(
          and(eq(checkouts.userId, reading.userId), inArray(checkouts.id, state.finishedCheckouts)),
        );
  });
}

/** Reads what of a customer's passes was given back in the app. */
async function listPassesEndedInApp(tx: Database, customerId: string): Promise<PassesEndedInApp> {
  const { providerRef, withdrawnAt, returnable } = passes;
  const rows = await tx
    .select({ providerRef, withdrawnAt, returnable })
    .from(passes)
    .where(and(eq(passes.customerId, customerId), isNotNull(withdrawnAt)));
  return readPassesEndedInApp(rows);
}

/** Stores what each subscription that was ever paid gives and costs, for the figures. */
async function storeSpans(
  tx: Database,
  reading: Reading,
  { state, changes }: { state: CustomerState; changes: readonly PassBeforeAndAfter[] },
  now: Date,
): Promise<void> {
  for (const subscription of state.subscriptions) {
    const { id, currency, plan, amountMinor, startedAt, periodStart, endedAt } = subscription;
    const pass = changes.find(({ after }) => after.providerRef === id);
    if (!pass) continue;
    const { before, after } = pass;
    const endsAt = (after.isRevoked ? before?.revokedAt : after.endsAt) ?? now;
    // What is left of one that has ended brings nothing more.
    const accessEndsAt = endedAt && endedAt < endsAt ? endedAt : endsAt;
    const yearlyMinor = plan === 'monthly' ? amountMinor * 12 : amountMinor;
    const span = { id, currency, yearlyMinor, startedAt, periodStart, accessEndsAt };
    await saveSubscriptionSpan(tx, reading, span, now);
  }
}

/** Stores the outcome of orders of a yearly pass by change: they have no page, and wait while the change is pending. */
async function settleYearlyOrders(
  tx: Database,
  userId: string,
  changes: readonly PassBeforeAndAfter[],
): Promise<void> {
  const isPaid = changes.some(
    ({ before, after }) => before?.plan === 'monthly' && after.plan === 'yearly',
  );
  const isOver = changes.some(({ before, after }) => before?.pendingChange && !after.pendingChange);
  if (!isPaid && !isOver) return;
  await tx
    .update(checkouts)
    .set({ status: isPaid ? 'paid' : 'declined' })
    .where(
      and(
        eq(checkouts.userId, userId),
        eq(checkouts.status, 'open'),
        eq(checkouts.plan, 'yearly'),
        isNull(checkouts.sessionId),
      ),
    );
}

/** Stores what was earned, and the refunds that the bank sent back; returns what of it is new. */
async function storePayments(
  tx: Database,
  livemode: boolean,
  payments: readonly Payment[],
  now: Date,
): Promise<IncomeChange[]> {
  const changes = await saveIncomePayments(tx, livemode, payments);
  await saveRefundFailures(tx, payments, now);
  return changes;
}

/** Stores the refunds of payments that the bank sent back, so that the operator is told and they are made again. */
export async function saveRefundFailures(
  db: Database,
  payments: readonly Payment[],
  now: Date,
): Promise<void> {
  const failures = payments.flatMap(({ id, currency, failedRefunds }) =>
    failedRefunds.map((one) => ({ ...one, paymentRef: id, currency, failedAt: now })),
  );
  if (failures.length > 0) await db.insert(refundFailures).values(failures).onConflictDoNothing();
}

/** Writes a pass and returns the row that was stored before, if any. */
async function writePass(
  tx: Database,
  { customerId, userId, livemode }: Reading,
  { isRevoked, checkoutId, restored, ...computed }: ComputedPass,
  now: Date,
): Promise<PassBeforeAndAfter['before']> {
  const [before] = await tx
    .select()
    .from(passes)
    .where(eq(passes.providerRef, computed.providerRef))
    .limit(1);
  const kept = keepLaterRefundDeadlines(before?.returnable ?? [], computed.returnable);
  const facts = { ...computed, returnable: kept };
  // After a withdrawal the refunds stay as the person was told.
  const returnable = sql`case when ${passes.withdrawnAt} is null then excluded.returnable else ${passes.returnable} end`;
  // The person has asked for its end, which the provider does not know yet.
  const renews = sql`excluded.renews and ${passes.endAskedAt} is null`;
  const revokedAt = isRevoked
    ? sql`coalesce(${passes.revokedAt}, ${now.toISOString()}::timestamptz)`
    : restored
      ? null
      : // A withdrawal whose refund waits for the operator has ended it already.
        sql`case when ${passes.withdrawnAt} is not null then ${passes.revokedAt} end`;
  await tx
    .insert(passes)
    .values({
      ...facts,
      userId,
      customerId,
      livemode,
      checkoutId: await findOwnCheckout(tx, userId, checkoutId),
      createdAt: now,
      revokedAt: isRevoked ? now : null,
    })
    .onConflictDoUpdate({
      target: passes.providerRef,
      set: { ...facts, returnable, renews, revokedAt },
    });
  return before;
}

async function findOwnCheckout(tx: Database, userId: string, id: string | null) {
  if (id === null) return null;
  const [row] = await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(sql`${checkouts.id}::text = ${id}`, eq(checkouts.userId, userId)))
    .limit(1);
  return row?.id ?? null;
}
