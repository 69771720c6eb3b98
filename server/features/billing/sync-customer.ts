import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type NoticeDependencies, type PassChange, queueNotices } from './notices/writes.ts';
import { findCorrections, type PassFacts, type ProviderState, toPasses } from './policy.ts';
import type { BillingProvider } from './service.ts';
import { billingCustomers, checkouts, passes } from './table.ts';

/** What is needed to read a customer, and to write to them of what has changed. */
export type SyncDependencies = Pick<Dependencies, 'db' | 'payments' | 'clock'> & NoticeDependencies;

/** How often what was put right is read again at most. */
const MAX_CORRECTIONS = 3;

/**
 * Reads what the provider knows of a customer now and rewrites what we store of it, so that neither the order of events
 * nor a lost one matters. Somebody who pays for something in vain gets their money back. Does nothing for a customer
 * of whom we know nothing.
 * @throws {AppError} `payments_unavailable` when the provider can't be read; nothing is changed then
 */
export async function syncCustomer(deps: SyncDependencies, customerId: string): Promise<void> {
  const { db, payments } = deps;
  if (!payments) return;
  for (let round = 0; round <= MAX_CORRECTIONS; round++) {
    const reading = await startReading(db, customerId);
    if (!reading) return;
    const state = await payments.readCustomer(customerId);
    await applyState(deps, { ...reading, customerId, livemode: payments.livemode }, state);
    if (!(await correct(payments, state))) return;
  }
}

/** Numbers a reading before it is made: one that began later has seen at least as much. */
async function startReading(db: Database, customerId: string) {
  const [row] = await db
    .update(billingCustomers)
    .set({ syncStarted: sql`${billingCustomers.syncStarted} + 1` })
    .where(eq(billingCustomers.id, customerId))
    .returning({ number: billingCustomers.syncStarted, userId: billingCustomers.userId });
  return row ?? null;
}

interface Reading {
  customerId: string;
  userId: string;
  number: number;
  livemode: boolean;
}

/**
 * Writes what a reading found, with the emails that tell of it, under the customer's lock, unless a later reading was
 * written before.
 */
async function applyState(deps: SyncDependencies, reading: Reading, state: ProviderState) {
  const { db, clock } = deps;
  const now = clock();
  await db.transaction(async (tx) => {
    const { customerId, number } = reading;
    const [latest] = await tx
      .update(billingCustomers)
      .set({ syncApplied: number, syncedAt: now })
      .where(and(eq(billingCustomers.id, customerId), lt(billingCustomers.syncApplied, number)))
      .returning({ id: billingCustomers.id });
    if (!latest) return;
    const changes: PassChange[] = [];
    for (const after of toPasses(state))
      changes.push({ before: await writePass(tx, reading, after, now), after });
    await queueNotices(deps, tx, reading, changes);
    if (state.finishedCheckouts.length > 0)
      await tx
        .update(checkouts)
        .set({ status: 'paid' })
        .where(
          and(eq(checkouts.userId, reading.userId), inArray(checkouts.id, state.finishedCheckouts)),
        );
  });
}

/** Writes a pass and returns what was stored of it before. */
async function writePass(
  tx: Database,
  { customerId, userId, livemode }: Reading,
  { isRevoked, checkoutId, ...facts }: PassFacts,
  now: Date,
): Promise<PassChange['before']> {
  const [before] = await tx
    .select()
    .from(passes)
    .where(eq(passes.providerRef, facts.providerRef))
    .limit(1);
  // What was given back is returned as it was told then, whatever has been read since.
  const returnable = sql`case when ${passes.withdrawnAt} is null then excluded.returnable else ${passes.returnable} end`;
  const revokedAt = isRevoked
    ? sql`coalesce(${passes.revokedAt}, ${now.toISOString()}::timestamptz)`
    : null;
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
    .onConflictDoUpdate({ target: passes.providerRef, set: { ...facts, returnable, revokedAt } });
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

/** Puts right what somebody pays for in vain. Returns whether there was anything. */
async function correct(payments: BillingProvider, state: ProviderState): Promise<boolean> {
  const { end, refund } = findCorrections(state);
  for (const subscription of end) await payments.endSubscription(subscription);
  for (const payment of refund) await payments.refund(payment, `paid-in-vain:${payment}`);
  return end.length + refund.length > 0;
}
