import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { encrypt } from '#server/encryption.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { Money } from '#shared/contract/fields.ts';
import { formatAmounts } from '#shared/rules/money.ts';
import type { PriceChangeAuthor } from './prices/writes.ts';
import { queuePassEmailIfBought } from './notices/writes.ts';
import { buildDisputesBlockingRefundQuery } from './payments/reads.ts';
import type { SyncDependencies } from './sync-customer.ts';
import { passes } from './table.ts';
import { endWithdrawnPassAndRefundUnlessHeld } from './withdraw-pass.ts';
import { sumWithdrawalRefunds } from './withdrawal/policy.ts';

type Pass = typeof passes.$inferSelect;

/**
 * Gives back the last payment of a bought pass and ends it at once, on behalf of an admin: stores that with a job, an audit entry
 * and an e-mail to the owner, then does it at once or, if the provider does not answer, by the job, which also carries out
 * withdrawals. A withdrawal that waits for the operator is settled by it. Again, it changes nothing. What a bank holds goes back
 * once it decides for the studio: nothing is returned for it.
 * @throws not_found (no such pass, or one that was granted)
 */
export async function refundAndEndPassOrQueueAndEmailOwner(
  deps: SyncDependencies,
  { id, reason }: { id: string; reason: string },
  { actorId, at }: PriceChangeAuthor,
) {
  const { db, jobs, secret } = deps;
  const pass = await db.transaction(async (tx) => {
    const isBought = inArray(passes.source, ['subscription', 'purchase']);
    const [found] = await tx
      .select()
      .from(passes)
      .where(and(eq(passes.id, id), isBought))
      .limit(1)
      .for('update');
    if (!found?.customerId) throw new AppError('not_found');
    const left = sumLeft(found);
    // What a bank holds is refunded once it decides for the studio.
    const amounts = (await isHeldByBank(tx, found.paymentRef)) ? [] : left;
    const isOver = found.status === 'ended' || found.revokedAt !== null;
    if (isAsked(found) || (isOver && amounts.length === 0)) return { ...found, amounts };
    await tx
      .update(passes)
      .set(
        found.isHeld
          ? { isHeld: false }
          : { withdrawnAt: at, returnable: listRefunds(found, left, at) },
      )
      .where(eq(passes.id, id));
    const details = { pass: id, plan: found.plan, amount: formatAmounts(amounts, 'en'), reason };
    const entry = { at, actorId, by: 'admin', subjectId: found.userId, details } as const;
    await writeAuditEntry(tx, { ...entry, action: 'pass.refund' });
    const encrypted = encrypt(secret, { userId: found.userId, passId: id });
    await jobs.send(tx, 'withdraw-pass', { encrypted });
    const name = amounts.length > 0 ? 'passRefunded' : 'passEnded';
    await queuePassEmailIfBought(deps, tx, found.userId, found, { name, amounts });
    return { ...found, amounts };
  });
  const isDone = await finish(deps, pass);
  return { amounts: pass.amounts, isDone };
}

/** Refunds and ends it at the provider; returns whether that answered. */
async function finish(deps: SyncDependencies, { id, userId }: Pass): Promise<boolean> {
  try {
    await endWithdrawnPassAndRefundUnlessHeld(deps, userId, id);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'payments_unavailable') return false;
    throw error;
  }
}

/** Returns what of the last payment has not been given back, or what a withdrawal that waits gives back; empty where nothing is left. */
function sumLeft(pass: Pass): Money[] {
  const { currency, paidMinor, refundedMinor, isHeld, withdrawnAt } = pass;
  if (isHeld && withdrawnAt) return sumWithdrawalRefunds({ ...pass, revokedAt: null }, withdrawnAt);
  const amountMinor = (paidMinor ?? 0) - (refundedMinor ?? 0);
  return currency && amountMinor > 0 ? [{ amountMinor, currency }] : [];
}

/** Whether all of the last payment is to be given back already, by the job. */
const isAsked = ({ withdrawnAt, isHeld, returnable, paymentRef, paidMinor }: Pass): boolean =>
  withdrawnAt !== null &&
  !isHeld &&
  returnable.some((one) => one.paymentRef === paymentRef && one.upToMinor >= (paidMinor ?? 0));

function listRefunds(pass: Pass, left: readonly Money[], at: Date): Pass['returnable'] {
  const { paymentRef, currency } = pass;
  if (paymentRef === null || currency === null) return [];
  const refundedMinor = pass.refundedMinor ?? 0;
  const upToMinor = refundedMinor + (left[0]?.amountMinor ?? 0);
  return [{ paymentRef, currency, refundedMinor, upToMinor, until: at.toISOString() }];
}

/** Whether a bank holds a payment, so that it can't be refunded. */
async function isHeldByBank(tx: Database, paymentRef: string | null): Promise<boolean> {
  if (paymentRef === null) return false;
  return (await buildDisputesBlockingRefundQuery(tx, paymentRef).limit(1)).length > 0;
}
