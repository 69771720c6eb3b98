import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Currency } from '#shared/contract/fields.ts';
import { toUtcCivilDate } from '#shared/rules/week.ts';
import { income } from '../table.ts';

/** A payment, as income counts it; amounts in minor units. */
export interface IncomePayment {
  /** The provider's id, which is stored as a hash. */
  id: string;
  at: Date;
  currency: Currency;
  amountMinor: number;
  refundedMinor: number;
  disputedMinor: number;
}

/** What is new of a payment: the payment itself, or what of it was refunded since it was last stored. */
export interface IncomeChange extends Pick<IncomePayment, 'id' | 'currency' | 'amountMinor'> {
  isNew: boolean;
  /** The most that had gone back before, also where a bank sent that back since. */
  mostRefundedMinor: number;
  refundedNowMinor: number;
}

function findIncomeChange(
  { id, currency, amountMinor, refundedMinor }: IncomePayment,
  known: { mostRefundedMinor: number } | undefined,
): IncomeChange {
  const mostRefundedMinor = known?.mostRefundedMinor ?? 0;
  const refundedNowMinor = Math.max(0, refundedMinor - mostRefundedMinor);
  return { id, currency, amountMinor, isNew: !known, mostRefundedMinor, refundedNowMinor };
}

/**
 * Stores payments, each once, with what was given back of each, by whatever refund or dispute. Returns what of it is new, in the
 * order of the payments.
 */
export async function saveIncomePayments(
  tx: Database,
  livemode: boolean,
  payments: readonly IncomePayment[],
): Promise<IncomeChange[]> {
  const paid = payments.filter(({ amountMinor }) => amountMinor > 0);
  if (paid.length === 0) return [];
  const rows = paid.map(({ id, at, currency, amountMinor, refundedMinor, disputedMinor }) => ({
    payment: hashPayment(id),
    day: toUtcCivilDate(at),
    livemode,
    currency,
    paidMinor: amountMinor,
    refundedMinor,
    mostRefundedMinor: refundedMinor,
    disputedMinor,
  }));
  const known = await lockIncome(tx, paid);
  await tx
    .insert(income)
    .values(rows)
    .onConflictDoUpdate({
      target: income.payment,
      set: {
        refundedMinor: sql`excluded.refunded_minor`,
        mostRefundedMinor: sql`greatest(${income.mostRefundedMinor}, excluded.refunded_minor)`,
        disputedMinor: sql`excluded.disputed_minor`,
        isStale: true,
      },
      setWhere: sql`(${income.refundedMinor}, ${income.disputedMinor}) is distinct from (excluded.refunded_minor, excluded.disputed_minor)`,
    });
  return paid.map((payment) => findIncomeChange(payment, known.get(hashPayment(payment.id))));
}

/** Reads what is stored of payments, by their hashes, which nobody else changes until the transaction is over. */
async function lockIncome(tx: Database, payments: readonly { id: string }[]) {
  const rows = await tx
    .select({ payment: income.payment, mostRefundedMinor: income.mostRefundedMinor })
    .from(income)
    .where(
      inArray(
        income.payment,
        payments.map(({ id }) => hashPayment(id)),
      ),
    )
    .orderBy(income.payment)
    .limit(payments.length)
    .for('update');
  return new Map(rows.map((row) => [row.payment, row]));
}

/**
 * Stores what went back of a payment, or what a bank took, also once its owner's account is gone. Returns what of it is new; null
 * where the payment is unknown.
 */
export async function updateIncomePaymentIfKnown(
  tx: Database,
  payment: IncomePayment,
): Promise<IncomeChange | null> {
  const { id, refundedMinor, disputedMinor } = payment;
  const known = (await lockIncome(tx, [payment])).get(hashPayment(id));
  if (!known) return null;
  await tx
    .update(income)
    .set({
      refundedMinor,
      mostRefundedMinor: Math.max(refundedMinor, known.mostRefundedMinor),
      disputedMinor,
      isStale: true,
    })
    .where(eq(income.payment, hashPayment(id)));
  return findIncomeChange(payment, known);
}

/** Returns whether a payment was counted as income, also once its owner's account is gone. */
export async function wasCountedAsIncome(db: Database, id: string): Promise<boolean> {
  const is = eq(income.payment, hashPayment(id));
  return (await db.select({ day: income.day }).from(income).where(is).limit(1)).length > 0;
}

const hashPayment = (id: string) => createHash('sha256').update(id).digest('hex');
