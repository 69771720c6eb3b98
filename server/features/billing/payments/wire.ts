import {
  DISPUTE_REASONS,
  type StudioDispute,
  type FailingPayment,
} from '#shared/contract/payments.ts';
import { getDeclineReason } from '#shared/rules/decline-reasons.ts';
import type { listDisputes, listFailingSubscriptions } from './reads.ts';

/** Converts a subscription whose payment is refused to the reply for admins; empty for one without a plan or price. */
export function toFailingPaymentIfPriced(
  pass: Awaited<ReturnType<typeof listFailingSubscriptions>>[number],
): FailingPayment[] {
  const { id, plan, currency, amountMinor, declineCode, endsAt } = pass;
  if (!plan || !currency || amountMinor === null) return [];
  return [
    {
      id,
      person: { id: pass.userId, email: pass.email },
      plan,
      amountMinor,
      currency,
      reason: pass.asksBank ? 'confirmation' : getDeclineReason(declineCode),
      code: declineCode,
      since: (pass.periodStart ?? pass.startsAt).toISOString(),
      accessEndsAt: endsAt?.toISOString() ?? null,
    },
  ];
}

const STATES: Partial<Record<string, StudioDispute['state']>> = {
  needs_response: 'open',
  warning_needs_response: 'inquiry',
  under_review: 'review',
  warning_under_review: 'review',
  won: 'won',
  lost: 'lost',
};

/** Converts a dispute to the reply for admins. */
export function toStudioDispute({
  dispute,
  email,
}: Awaited<ReturnType<typeof listDisputes>>[number]): StudioDispute {
  const { id, userId, amountMinor, currency, reason, status, openedAt, dueBy, paymentRef } =
    dispute;
  return {
    id,
    person: userId === null || email === null ? null : { id: userId, email },
    amountMinor,
    currency,
    reason: DISPUTE_REASONS.find((one) => one === reason) ?? 'other',
    state: STATES[status] ?? 'closed',
    openedAt: openedAt.toISOString(),
    dueBy: dueBy?.toISOString() ?? null,
    paymentRef,
  };
}
