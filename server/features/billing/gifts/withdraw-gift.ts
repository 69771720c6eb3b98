import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import { buildRefundableCondition, REFUND_JOB_MS, REFUND_TRIED_MS } from '../payments/reads.ts';
import type { PriceChangeAuthor } from '../prices/writes.ts';
import { listCustomerIds } from '../reads.ts';
import { syncAndCorrectCustomer, type SyncDependencies } from '../sync-customer.ts';
import { gifts } from './table.ts';
import { endGiftPass, queueGiftEmail, takeBackGift } from './writes.ts';

/**
 * Withdraws from a gift that is not redeemed: its code ends at once, and what was paid goes back at once or, if the
 * provider does not answer, by a job. A repeated call refunds nothing twice.
 * @throws not_found (another person's gift, one that was redeemed, or the time to withdraw is over)
 */
export async function withdrawGift(
  deps: SyncDependencies,
  buyerId: string,
  id: string,
): Promise<void> {
  const { db, clock, jobs, secret } = deps;
  const now = clock();
  await db.transaction(async (tx) => {
    const isOwn = and(eq(gifts.id, id), eq(gifts.buyerId, buyerId));
    const [gift] = await tx.select().from(gifts).where(isOwn).limit(1).for('update');
    if (gift?.withdrawnAt) return;
    if (!gift || gift.redeemedAt || gift.refundedAt || now > gift.withdrawUntil)
      throw new AppError('not_found');
    await tx.update(gifts).set({ withdrawnAt: now }).where(eq(gifts.id, id));
    await jobs.send(tx, 'withdraw-gift', { encrypted: encrypt(secret, { id }) });
    await queueGiftEmail(deps, tx, gift, 'giftWithdrawn');
  });
  await finishWithdrawal(deps, id).catch((error: unknown) => {
    // It counts from its declaration; the job refunds later.
    if (!(error instanceof AppError && error.code === 'payments_unavailable')) throw error;
  });
}

/**
 * Gives back what was paid for a gift on behalf of an admin, with an audit entry and an e-mail to its buyer: its code, or
 * the pass that it became, ends at once. What a bank holds goes back when it has decided. Again, it changes nothing.
 * @throws not_found
 */
export async function refundAndEndGiftAndEmailBuyer(
  deps: SyncDependencies,
  { id, reason }: { id: string; reason: string },
  { actorId, at }: PriceChangeAuthor,
): Promise<void> {
  const { db, jobs, secret } = deps;
  await db.transaction(async (tx) => {
    const [gift] = await tx.select().from(gifts).where(eq(gifts.id, id)).limit(1).for('update');
    if (!gift) throw new AppError('not_found');
    if (gift.withdrawnAt || gift.refundedAt) return;
    await tx.update(gifts).set({ withdrawnAt: at }).where(eq(gifts.id, id));
    const { plan, amountMinor, currency, buyerId } = gift;
    const details = { gift: id, plan, amountMinor, currency, reason };
    const entry = { at, actorId, by: 'admin', details, subjectId: buyerId } as const;
    await writeAuditEntry(tx, { ...entry, action: 'gift.refund' });
    // Over also where it can't be refunded yet: a bank holds the payment, or the operator's balance is empty.
    if (gift.passId) await endGiftPass(deps, tx, gift.passId, { now: at });
    await jobs.send(tx, 'withdraw-gift', { encrypted: encrypt(secret, { id }) });
    await queueGiftEmail(deps, tx, gift, 'giftRefunded');
  });
  await finishWithdrawal(deps, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'payments_unavailable')) throw error;
  });
}

/** Refunds a gift from which its buyer has withdrawn, or that the operator gives back; may be repeated. */
async function finishWithdrawal(deps: SyncDependencies, id: string): Promise<void> {
  const { db, payments } = deps;
  const [gift] = await db.select().from(gifts).where(eq(gifts.id, id)).limit(1);
  if (!payments || !gift?.withdrawnAt || gift.refundedAt) return;
  // What cost nothing has no payment that could be refunded, and be followed.
  if (gift.amountMinor === 0) return db.transaction((tx) => takeBackGift(deps, tx, gift));
  await payments.refundUpTo(gift.paymentRef, gift.amountMinor, `gift:${id}`);
  const customers = gift.buyerId ? await listCustomerIds(db, gift.buyerId, gift.livemode) : [];
  await runEachDespiteFailures(customers, (customer) => syncAndCorrectCustomer(deps, customer));
}

/** Handler of the job `withdraw-gift`: refunds the gift. */
export async function runWithdrawGiftJob(deps: SyncDependencies, encrypted: string): Promise<void> {
  await finishWithdrawal(deps, (decrypt(deps.secret, encrypted) as { id: string }).id);
}

/**
 * Lists the gifts given back in the last six months, before `before`, whose refund is not made; as for passes
 * (listUnfinishedWithdrawals).
 */
export function listUnfinishedGiftWithdrawals(db: Database, now: Date, before: Date) {
  return db
    .select()
    .from(gifts)
    .where(
      and(
        isNull(gifts.refundedAt),
        gt(gifts.withdrawnAt, new Date(now.getTime() - REFUND_TRIED_MS)),
        lte(gifts.withdrawnAt, before),
        buildRefundableCondition(db, gifts),
      ),
    )
    .limit(500);
}

/**
 * Refunds the gifts that were given back over half an hour ago, also once their job has given up: a bank that held the
 * payment may have decided since.
 * @throws as runEachDespiteFailures
 */
export async function retryUnfinishedGiftWithdrawals(
  deps: SyncDependencies,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - REFUND_JOB_MS);
  await runEachDespiteFailures(
    await listUnfinishedGiftWithdrawals(deps.db, now, before),
    ({ id }) => finishWithdrawal(deps, id),
  );
}
