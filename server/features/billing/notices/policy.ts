import type { EmailName } from '#server/features/mail/writes.ts';
import type { PassFacts } from '../policy.ts';

/** What of a stored pass decides whether its owner is written to. */
interface PassBefore {
  plan: PassFacts['plan'] | null;
  status: PassFacts['status'] | null;
  renews: boolean | null;
  paymentRef: string | null;
  refundedMinor: number | null;
  revokedAt: Date | null;
  withdrawnAt: Date | null;
}

/** The emails about a pass; not all of them are found by comparing rows. */
export type NoticeName = Exclude<Extract<EmailName, `pass${string}`>, 'passwordChanged'>;

/** An email about a pass, and the amount that it names. */
export interface Notice {
  name: NoticeName;
  amountMinor: number;
}

/**
 * Returns the e-mails to send when a pass changes from `before` to `after`: those about what is new, so that each thing
 * is told once. A withdrawal is confirmed as it is made, and nothing that follows from it is told again.
 * @param hasAnother whether they have another pass that is open, so that the end of this one ends nothing
 */
export function findNotices(
  before: PassBefore | undefined,
  after: PassFacts,
  hasAnother: boolean,
): Notice[] {
  if (before?.withdrawnAt) return [];
  return [
    ...findReceipt(before, after),
    ...findRefund(before, after, hasAnother),
    ...findTurn(before, after, hasAnother),
  ];
}

function findReceipt(before: PassBefore | undefined, after: PassFacts): Notice[] {
  const { plan, paymentRef, paidMinor: amountMinor } = after;
  if (paymentRef === null || paymentRef === before?.paymentRef) return [];
  if (!before) return [{ name: findFirstReceipt(after), amountMinor }];
  return [{ name: before.plan === plan ? 'passRenewed' : 'passChanged', amountMinor }];
}

function findFirstReceipt({ renews, periodEnd }: PassFacts): NoticeName {
  if (renews) return 'passBought';
  return periodEnd ? 'passBoughtOnce' : 'passBoughtForGood';
}

function findRefund(
  before: PassBefore | undefined,
  after: PassFacts,
  hasAnother: boolean,
): Notice[] {
  const told = before?.paymentRef === after.paymentRef ? (before.refundedMinor ?? 0) : 0;
  const amountMinor = after.refundedMinor - told;
  if (amountMinor <= 0) return [];
  if (!after.isRevoked) return [{ name: 'passRefundedInPart', amountMinor }];
  return [{ name: hasAnother ? 'passRefundedBesides' : 'passRefunded', amountMinor }];
}

/** Finds what is told of a pass that goes on otherwise than before: its payment failed, it will end, or it has ended. */
function findTurn(before: PassBefore | undefined, after: PassFacts, hasAnother: boolean): Notice[] {
  const { status, renews, isRevoked, refundedMinor, amountMinor } = after;
  if (!before || before.status === 'ended' || before.revokedAt) return [];
  // The email about the refund says that the pass has ended.
  if (isRevoked && refundedMinor > 0) return [];
  if (isRevoked || status === 'ended')
    return hasAnother ? [] : [{ name: 'passEnded', amountMinor }];
  if (status === 'past_due' && before.status === 'live')
    return [{ name: after.asksBank ? 'passConfirmationNeeded' : 'passPaymentFailed', amountMinor }];
  return before.renews && !renews ? [{ name: 'passEnding', amountMinor }] : [];
}

/**
 * How long before a yearly pass renews its owner is reminded. French law (Code de la consommation, L215-1) asks for it
 * between three months and one month before; the days in between are for a mail server that does not answer.
 */
export const RENEWAL_REMINDER_MS = 42 * 86_400_000;

/** A pass that is not renewed has its owner told of its end; one that ended longer ago than this is left in peace. */
export const MAX_END_NOTICE_DELAY_MS = 7 * 86_400_000;
