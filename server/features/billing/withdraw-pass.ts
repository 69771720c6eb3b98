import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import { users } from '#server/features/account/table.ts';
import { AppError } from '#server/http/errors.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import { queuePassEmailIfBought } from './notices/writes.ts';
import { buildRefundableCondition, REFUND_JOB_MS, REFUND_TRIED_MS } from './payments/reads.ts';
import { findPass, listPasses, lockBuyerProfile } from './reads.ts';
import { syncAndCorrectCustomer, type SyncDependencies } from './sync-customer.ts';
import { passes } from './table.ts';
import {
  computeWithdrawalReleaseCutoff,
  computeWithdrawalHoldEnd,
  findPassWithdrawalDeadline,
  hasWithdrawnWithinYear,
  listRefundsOnWithdrawal,
  sumWithdrawalRefunds,
} from './withdrawal/policy.ts';

/**
 * Withdraws from a pass: stores the withdrawal with a job and a confirmation e-mail, then ends and refunds the pass at
 * once or, if the provider does not answer, by the job. A repeated call refunds nothing twice. The refund of a second
 * withdrawal within a year waits for the operator, for seven days at most (decision 090).
 * Returns by when it is made then, else null.
 * @throws not_found (another person's pass, or the time to withdraw is over)
 */
export async function withdrawFromPass(
  deps: SyncDependencies,
  userId: string,
  passId: string,
): Promise<Date | null> {
  const { db, clock, jobs, secret } = deps;
  const now = clock();
  const pass = await findPass(db, userId, passId);
  const until = pass && findPassWithdrawalDeadline(pass);
  if (!pass || !until || (now > until && !pass.withdrawnAt)) throw new AppError('not_found');
  await db.transaction(async (tx) => {
    await lockBuyerProfile(tx, userId);
    const owes = listRefundsOnWithdrawal(pass, now).length > 0;
    const isHeld = owes && hasWithdrawnWithinYear(await listPasses(tx, userId), now);
    // A pass that waits for the operator ends all the same.
    const withdrawn = { withdrawnAt: now, ...(isHeld && { isHeld, revokedAt: now }) };
    const [given] = await tx
      .update(passes)
      .set(withdrawn)
      .where(and(eq(passes.id, passId), isNull(passes.withdrawnAt)))
      .returning();
    if (!given) return;
    const open = { ...given, revokedAt: null };
    const returns = listRefundsOnWithdrawal(open, now);
    // A subscription that this pass replaced is withdrawn from too, without another e-mail.
    const refs = returns.map(({ paymentRef }) => paymentRef);
    await tx
      .update(passes)
      .set({ withdrawnAt: sql`coalesce(${passes.withdrawnAt}, ${now.toISOString()}::timestamptz)` })
      .where(and(eq(passes.userId, userId), inArray(passes.paymentRef, refs)));
    await jobs.send(tx, 'withdraw-pass', { encrypted: encrypt(secret, { userId, passId }) });
    const amounts = sumWithdrawalRefunds(open, now);
    const confirmation = amounts.length > 0 ? 'passWithdrawn' : 'passWithdrawnFree';
    const name = isHeld ? 'passWithdrawnHeld' : confirmation;
    await queuePassEmailIfBought(deps, tx, userId, given, { name, amounts });
  });
  await endWithdrawnPassAndRefundUnlessHeld(deps, userId, passId).catch((error: unknown) => {
    // The withdrawal counts from its declaration; the job refunds later.
    if (!(error instanceof AppError && error.code === 'payments_unavailable')) throw error;
  });
  const given = await findPass(db, userId, passId);
  return given?.isHeld && given.withdrawnAt ? computeWithdrawalHoldEnd(given.withdrawnAt) : null;
}

/**
 * Ends a pass that its owner has withdrawn from, and refunds it unless that waits for the operator; may be repeated.
 * @throws {AppError} payments_unavailable
 */
export async function endWithdrawnPassAndRefundUnlessHeld(
  deps: SyncDependencies,
  userId: string,
  passId: string,
): Promise<void> {
  const pass = await findPass(deps.db, userId, passId);
  const { payments } = deps;
  if (!pass?.withdrawnAt || !pass.customerId || !payments) return;
  if (pass.source === 'subscription' && pass.providerRef)
    await payments.endSubscription(pass.providerRef);
  // Over also where it can't be refunded yet: a bank holds the payment, or the operator's balance is empty.
  await deps.db
    .update(passes)
    .set({ revokedAt: deps.clock() })
    .where(and(eq(passes.id, pass.id), isNull(passes.revokedAt)));
  const refunds = listRefundsOnWithdrawal({ ...pass, revokedAt: null }, pass.withdrawnAt);
  await runEachDespiteFailures(pass.isHeld ? [] : refunds, ({ paymentRef, upToMinor }) =>
    payments.refundUpTo(paymentRef, upToMinor, `withdrawal:${pass.id}`),
  );
  await syncAndCorrectCustomer(deps, pass.customerId);
}

/** Handler of the job `withdraw-pass`: refunds and ends the pass. */
export async function runWithdrawPassJob(deps: SyncDependencies, encrypted: string): Promise<void> {
  const { userId, passId } = decrypt(deps.secret, encrypted) as { userId: string; passId: string };
  await endWithdrawnPassAndRefundUnlessHeld(deps, userId, passId);
}

/** The most withdrawals that wait for the operator which are listed or released at once. */
const MAX_HELD = 100;

/** Lists the withdrawals whose refund waits for the operator, the first one first; at most 100. */
export async function listHeldWithdrawals(db: Database) {
  const rows = await db
    .select({ pass: passes, email: users.email })
    .from(passes)
    .innerJoin(users, eq(users.id, passes.userId))
    .where(eq(passes.isHeld, true))
    .orderBy(passes.withdrawnAt)
    .limit(MAX_HELD);
  return rows.flatMap(({ pass, email }) => {
    const { id, plan, withdrawnAt, userId } = pass;
    if (!plan || !withdrawnAt) return [];
    const amounts = sumWithdrawalRefunds({ ...pass, revokedAt: null }, withdrawnAt);
    const refundBy = computeWithdrawalHoldEnd(withdrawnAt);
    return [{ id, userId, email, plan, amounts, withdrawnAt, refundBy }];
  });
}

/**
 * Has the refund of a withdrawal made that waited for the operator: stores it with its job, then makes it at once or, if
 * the provider does not answer, by the job.
 * @throws not_found (it does not wait)
 */
export async function refundHeldWithdrawal(deps: SyncDependencies, passId: string): Promise<void> {
  const { db, jobs, secret } = deps;
  const userId = await db.transaction(async (tx) => {
    const [released] = await tx
      .update(passes)
      .set({ isHeld: false })
      .where(and(eq(passes.id, passId), eq(passes.isHeld, true)))
      .returning({ userId: passes.userId });
    if (!released) throw new AppError('not_found');
    const encrypted = encrypt(secret, { userId: released.userId, passId });
    await jobs.send(tx, 'withdraw-pass', { encrypted });
    return released.userId;
  });
  await endWithdrawnPassAndRefundUnlessHeld(deps, userId, passId).catch((error: unknown) => {
    // The job refunds later.
    if (!(error instanceof AppError && error.code === 'payments_unavailable')) throw error;
  });
}

/**
 * Releases the withdrawals that have waited for the operator for seven days; at most 100.
 * @throws as runEachDespiteFailures
 */
export async function refundDueHeldWithdrawals(deps: SyncDependencies, now: Date): Promise<void> {
  const due = await deps.db
    .select({ id: passes.id })
    .from(passes)
    .where(
      and(eq(passes.isHeld, true), lte(passes.withdrawnAt, computeWithdrawalReleaseCutoff(now))),
    )
    .limit(MAX_HELD);
  await runEachDespiteFailures(due, ({ id }) => refundHeldWithdrawal(deps, id));
}

/**
 * Lists the withdrawals of the last six months that are not carried out although they were declared before `before`,
 * without those whose payment a bank holds, or whose refund failed at the bank since: of these `retryFailedRefunds` takes care.
 */
export async function listUnfinishedWithdrawals(db: Database, now: Date, before: Date) {
  const since = new Date(now.getTime() - REFUND_TRIED_MS);
  const isStillRunning = and(eq(passes.source, 'subscription'), ne(passes.status, 'ended'));
  const rows = await db
    .select()
    .from(passes)
    .where(
      and(
        gt(passes.withdrawnAt, since),
        lte(passes.withdrawnAt, before),
        eq(passes.isHeld, false),
        isNotNull(passes.customerId),
        or(isStillRunning, buildRefundableCondition(db, passes)),
      ),
    )
    .limit(500);
  return rows.filter((pass) => {
    const { withdrawnAt, paymentRef, refundedMinor } = pass;
    // Whatever was owed, Stripe would charge it again.
    if (pass.source === 'subscription' && pass.status !== 'ended') return true;
    const owed = withdrawnAt
      ? listRefundsOnWithdrawal({ ...pass, revokedAt: null }, withdrawnAt)
      : [];
    return owed.some(
      (one) => one.paymentRef === paymentRef && one.upToMinor > (refundedMinor ?? 0),
    );
  });
}

/**
 * Carries out the withdrawals that were declared over half an hour ago, also once their job has given up.
 * @throws as runEachDespiteFailures
 */
export async function retryUnfinishedWithdrawals(deps: SyncDependencies, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REFUND_JOB_MS);
  await runEachDespiteFailures(
    await listUnfinishedWithdrawals(deps.db, now, before),
    ({ id, userId }) => endWithdrawnPassAndRefundUnlessHeld(deps, userId, id),
  );
}
