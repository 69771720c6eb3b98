import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import { type AlertDependencies, sendOperatorAlertOnce } from '../alerts/send-alert.ts';
import { listPayments, type CustomerState } from '../policy.ts';
import type { BillingProvider } from '../service.ts';
import { passes } from '../table.ts';
import { computePurchaseCorrections } from './policy.ts';

type Deps = AlertDependencies & Pick<Dependencies, 'db' | 'clock'>;

const DAY_MS = 86_400_000;

/**
 * Ends and refunds what is paid needlessly, and pauses again what was not paid. What can't be done keeps nothing else from
 * being done: a subscription whose payment can't be refunded yet renews no more, and is looked at again. Returns whether
 * there was anything.
 * @throws as runEachDespiteFailures
 */
export async function applyPurchaseCorrectionsAndCheckIfAny(
  deps: Deps,
  payments: BillingProvider,
  customerId: string,
  read: CustomerState,
): Promise<boolean> {
  const now = deps.clock();
  const state = await leaveOutWithdrawn(deps.db, customerId, read);
  const { end, refund, pause } = computePurchaseCorrections(state, now);
  const owed = new Set<string>();
  // In this order, because a subscription that has ended is not looked at again.
  const steps = [
    ...refund.map(({ paymentId, upToMinor }) => async () => {
      owed.add(paymentId);
      await payments.refundUpTo(paymentId, upToMinor, 'paid-in-vain');
      owed.delete(paymentId);
    }),
    ...end.map((id) => () => {
      const ended = state.subscriptions.find((one) => one.id === id);
      const isOwed = ended?.payments.some(({ payment }) => owed.has(payment.id)) === true;
      return isOwed ? payments.setRenewal(id, false) : payments.endSubscription(id);
    }),
    ...pause.map(
      ({ id, until }) =>
        () =>
          payments.pausePayments(id, until),
    ),
  ];
  try {
    await runEachDespiteFailures(steps, (step) => step());
  } finally {
    await tellOfOwed(deps, state, owed, now);
  }
  return steps.length > 0;
}

/** Tells the operator of payments that have been owed back for a day, which Stripe does not refund. */
async function tellOfOwed(
  deps: Deps,
  state: CustomerState,
  owed: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const old = listPayments(state).filter(
    ({ id, at }) => owed.has(id) && now.getTime() - at.getTime() > DAY_MS,
  );
  for (const { id: payment } of old)
    await deps.db.transaction((tx) =>
      sendOperatorAlertOnce(deps, tx, {
        key: `owed:${payment}`,
        name: 'refundRefused',
        values: { payment },
      }),
    );
}

/** Returns a state without the purchases that were withdrawn from: their refund may wait, and they replace nothing. */
async function leaveOutWithdrawn(
  db: Database,
  customerId: string,
  state: CustomerState,
): Promise<CustomerState> {
  const rows = await db
    .select({ ref: passes.providerRef })
    .from(passes)
    .where(
      and(
        eq(passes.customerId, customerId),
        eq(passes.source, 'purchase'),
        isNotNull(passes.withdrawnAt),
      ),
    );
  const given = new Set(rows.map(({ ref }) => ref));
  const purchases = state.purchases.filter(({ payment }) => !given.has(payment.id));
  return { ...state, purchases };
}
