import { and, desc, eq, gt, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import { toAppError } from '#server/http/error-handler.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import { isRenewalToBePaid } from './credits/policy.ts';
import { queuePassEmailIfBought } from './notices/writes.ts';
import { findPass } from './reads.ts';
import { syncAndCorrectCustomer, type SyncDependencies } from './sync-customer.ts';
import { passes } from './table.ts';

/**
 * Ends every subscription of a person that would be charged again, with the time that is paid, if any: stores it with a job and
 * a confirmation e-mail, then ends it at the provider at once or, if that does not answer, by the job. Returns until when
 * the longest is valid, also where that was asked for before; null without a subscription.
 */
export async function endChargingSubscriptionsAtPeriodEnd(
  deps: SyncDependencies,
  userId: string,
  reason?: string,
): Promise<Date | null> {
  const { db, jobs, secret, clock } = deps;
  const ended = await db.transaction(async (tx) => {
    const found = await listCharged(tx, userId);
    for (const pass of found) {
      await tx
        .update(passes)
        .set({ endAskedAt: clock(), renews: false })
        .where(eq(passes.id, pass.id));
      const encrypted = encrypt(secret, { userId, passId: pass.id, reason });
      await jobs.send(tx, 'end-contract', { encrypted });
      // Of one that ends at once, the e-mail about the end itself tells.
      if (!isUnpaid(pass))
        await queuePassEmailIfBought(deps, tx, userId, pass, {
          name: 'passEndNoted',
          amountMinor: 0,
        });
    }
    return found;
  });
  await runEachDespiteFailures(ended, ({ id }) => finishEnd(deps, userId, id, reason)).catch(
    (error: unknown) => {
      // The notice counts from its declaration; the job carries it out later.
      if (toAppError(error).code !== 'payments_unavailable') throw error;
    },
  );
  const [last] = ended.length > 0 ? ended : await listEnding(db, userId, clock());
  if (last && isUnpaid(last)) return deps.clock();
  return last?.periodEnd ?? last?.endsAt ?? null;
}

/** Lists the subscriptions of a person that end with their paid time already, the one that is valid longest first. */
function listEnding(db: Database, userId: string, now: Date) {
  return db
    .select()
    .from(passes)
    .where(
      and(
        eq(passes.userId, userId),
        eq(passes.source, 'subscription'),
        ne(passes.status, 'ended'),
        eq(passes.renews, false),
        gt(passes.periodEnd, now),
        isNull(passes.withdrawnAt),
      ),
    )
    .orderBy(desc(passes.periodEnd))
    .limit(1);
}

/** Lists, and locks, the subscriptions of a person that would be charged again, the one that is valid longest first. */
function listCharged(tx: Database, userId: string) {
  return tx
    .select()
    .from(passes)
    .where(
      and(
        eq(passes.userId, userId),
        eq(passes.source, 'subscription'),
        ne(passes.status, 'ended'),
        or(eq(passes.renews, true), eq(passes.status, 'past_due')),
        isNull(passes.endAskedAt),
        isNull(passes.withdrawnAt),
      ),
    )
    .orderBy(desc(passes.periodEnd))
    .limit(10)
    .for('update');
}

/**
 * Whether a subscription has no paid time to end with, as far as is known here: its payment was given back, or is still to be
 * made. It ends at once, because until the end of its period Stripe would go on charging.
 */
const isUnpaid = (pass: typeof passes.$inferSelect): boolean =>
  pass.status === 'past_due' || pass.revokedAt !== null || isRenewalToBePaid(pass);

/** Has the provider end a subscription with its paid time, unless the person has let it renew again; may be repeated. */
async function finishEnd(
  deps: SyncDependencies,
  userId: string,
  passId: string,
  reason?: string,
): Promise<void> {
  const { db, payments } = deps;
  const pass = await findPass(db, userId, passId);
  if (!payments || !pass?.endAskedAt || !pass.providerRef || !pass.customerId) return;
  if (pass.status !== 'ended' && pass.revokedAt) await payments.endSubscription(pass.providerRef);
  else if (pass.status !== 'ended') await payments.setRenewal(pass.providerRef, false, reason);
  await syncAndCorrectCustomer(deps, pass.customerId);
  await db
    .update(passes)
    .set({ endAskedAt: null })
    .where(and(eq(passes.id, passId), isNotNull(passes.endAskedAt)));
}

/** Handler of the job `end-contract`: ends a subscription with its paid time. */
export async function runEndContractJob(deps: SyncDependencies, encrypted: string): Promise<void> {
  const { userId, passId, reason } = decrypt(deps.secret, encrypted) as {
    userId: string;
    passId: string;
    reason?: string;
  };
  await finishEnd(deps, userId, passId, reason);
}

const JOB_MS = 30 * 60_000;

/**
 * Ends the subscriptions whose end was asked for over half an hour ago, also once their job has given up; at most 100.
 * @throws as runEachDespiteFailures
 */
export async function retryUnfinishedContractEnds(
  deps: SyncDependencies,
  now: Date,
): Promise<void> {
  const due = await deps.db
    .select({ id: passes.id, userId: passes.userId })
    .from(passes)
    .where(lte(passes.endAskedAt, new Date(now.getTime() - JOB_MS)))
    .limit(100);
  await runEachDespiteFailures(due, ({ id, userId }) => finishEnd(deps, userId, id));
}
