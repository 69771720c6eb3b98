import { and, eq, isNotNull, lte } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import { listPayments } from './policy.ts';
import { listCustomerIds, listPasses } from './reads.ts';
import { type BillingProvider, CustomerNotFoundError } from './service.ts';
import { checkouts, customerErasures, type OwedRefund } from './table.ts';
import { listRefundsOnWithdrawal } from './withdrawal/policy.ts';

/** What must be closed and erased at the payment provider when a person deletes their account. */
export interface CustomerDataToErase {
  customerIds: string[];
  /** Payment pages that may be open. */
  sessionIds: string[];
  /** What is owed of withdrawals whose refund is not made yet, or waits for the operator. */
  refunds: OwedRefund[];
}

/** Lists what must be erased of a person at the payment provider; to be called before their rows are deleted. */
export async function listCustomerDataToErase(
  tx: Database,
  userId: string,
): Promise<CustomerDataToErase> {
  const open = await tx
    .select({ sessionId: checkouts.sessionId })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.userId, userId),
        eq(checkouts.status, 'open'),
        isNotNull(checkouts.sessionId),
      ),
    )
    .limit(100);
  const owed = (await listPasses(tx, userId)).flatMap((pass) =>
    pass.withdrawnAt ? listRefundsOnWithdrawal({ ...pass, revokedAt: null }, pass.withdrawnAt) : [],
  );
  return {
    refunds: owed.map(({ paymentRef, upToMinor }) => ({ paymentRef, upToMinor })),
    customerIds: await listCustomerIds(tx, userId),
    sessionIds: open.flatMap(({ sessionId }) => sessionId ?? []),
  };
}

/** Stores what must be erased at the payment provider, until it is, and queues the jobs that do it. */
export async function queueCustomerErasure(
  { jobs, secret, clock }: Pick<Dependencies, 'jobs' | 'secret' | 'clock'>,
  tx: Database,
  { customerIds, sessionIds, refunds }: CustomerDataToErase,
): Promise<void> {
  for (const customerId of customerIds) {
    await tx
      .insert(customerErasures)
      .values({ customerId, sessionIds, refunds, requestedAt: clock() })
      .onConflictDoNothing();
    await jobs.send(tx, 'erase-customer', { encrypted: encrypt(secret, { customerId }) });
  }
}

type Deps = Pick<Dependencies, 'db' | 'payments' | 'secret'>;

/**
 * Handler of the job `erase-customer`: erases a customer's data at the payment provider; does nothing without payments.
 */
export async function runEraseCustomerJob(deps: Deps, encrypted: string): Promise<void> {
  const { customerId } = decrypt(deps.secret, encrypted) as { customerId: string };
  await finishErasure(deps, customerId);
}

/**
 * Closes the pages of a customer, refunds what is owed and what was paid after the deletion, erases them, and forgets their
 * id. A refund that can't be made yet, for want of money in the operator's balance, is kept, and made later; meanwhile
 * nothing is charged.
 */
async function finishErasure({ db, payments }: Deps, customerId: string): Promise<void> {
  if (!payments) return;
  const isThis = eq(customerErasures.customerId, customerId);
  const [row] = await db.select().from(customerErasures).where(isThis).limit(1);
  await runEachDespiteFailures(row?.sessionIds ?? [], (id) => payments.expireCheckout(id));
  const since = row ? await listPaidSince(payments, customerId, row.requestedAt) : [];
  const known = new Set(row?.refunds.map(({ paymentRef }) => paymentRef));
  const owed = [
    ...(row?.refunds ?? []),
    ...since.filter(({ paymentRef }) => !known.has(paymentRef)),
  ];
  await db.update(customerErasures).set({ refunds: owed }).where(isThis);
  const refund = ({ paymentRef, upToMinor }: (typeof owed)[number]) =>
    payments.refundUpTo(paymentRef, upToMinor, 'withdrawn');
  const steps = [
    () => runEachDespiteFailures(owed, refund),
    () => payments.eraseCustomer(customerId),
  ];
  await runEachDespiteFailures(steps, (step) => step());
  await db.delete(customerErasures).where(isThis);
}

/** Lists what was paid after a person deleted their account, such as at a page that was open: all of it is owed. */
async function listPaidSince(
  payments: BillingProvider,
  customerId: string,
  since: Date,
): Promise<OwedRefund[]> {
  const state = await payments.readCustomer(customerId).catch((error: unknown) => {
    if (error instanceof CustomerNotFoundError) return null;
    throw error;
  });
  return (state ? listPayments(state) : [])
    .filter(({ at, dispute }) => at > since && dispute === 'none')
    .map(({ id, amountMinor }) => ({ paymentRef: id, upToMinor: amountMinor }));
}

/** How long the job has for itself before the periodic task tries too. */
const JOB_MS = 30 * 60_000;

/**
 * Erases customers whose erasure has not succeeded for half an hour, also once its job has given up; at most 100.
 * @throws as runEachDespiteFailures
 */
export async function retryUnfinishedErasures(deps: Deps, now: Date): Promise<void> {
  const before = new Date(now.getTime() - JOB_MS);
  const due = await deps.db
    .select({ customerId: customerErasures.customerId })
    .from(customerErasures)
    .where(lte(customerErasures.requestedAt, before))
    .orderBy(customerErasures.requestedAt)
    .limit(100);
  await runEachDespiteFailures(due, ({ customerId }) => finishErasure(deps, customerId));
}
