import type { Database } from '#server/db/connect.ts';
import { type AlertDependencies, sendOperatorAlertOnce } from '../alerts/send-alert.ts';
import type { Payment } from '../policy.ts';
import { disputes } from './table.ts';

/**
 * Stores the disputes of payments as they now are, and tells the operator of each that needs an answer. `userId`: whose payments
 * they are; null where the account is gone, so that no more is known of them than what the bank asks about.
 */
export async function storeDisputesAndAlertOperator(
  deps: AlertDependencies,
  tx: Database,
  { userId, livemode }: { userId: string | null; livemode: boolean },
  payments: readonly Payment[],
): Promise<void> {
  for (const { id: paymentRef, currency, disputes: own } of payments)
    for (const { id: disputeRef, ...dispute } of own) {
      const { status, dueBy, amountMinor } = dispute;
      await tx
        .insert(disputes)
        .values({ ...dispute, disputeRef, userId, livemode, paymentRef, currency })
        .onConflictDoUpdate({ target: disputes.disputeRef, set: { status, dueBy, amountMinor } });
      if (dueBy === null || !/^(?:warning_)?needs_response$/.test(status)) continue;
      const amount = { minor: amountMinor, currency };
      const values = { payment: paymentRef, amount, until: dueBy };
      await sendOperatorAlertOnce(deps, tx, { key: disputeRef, name: 'disputeOpened', values });
    }
}
