import type { EmailName } from '#server/features/mail/writes.ts';
import type { Money } from '#shared/contract/fields.ts';
import type { ComputedPass } from '../policy.ts';

interface PassBefore {
  plan: ComputedPass['plan'] | null;
  status: ComputedPass['status'] | null;
  renews: boolean | null;
  paymentRef: string | null;
  refundedMinor: number | null;
  revokedAt: Date | null;
  withdrawnAt: Date | null;
  pausedUntil: Date | null;
  nextPlan: ComputedPass['plan'] | null;
  endsAt: Date | null;
}

/** The e-mails about a pass, including those that choosePassEmails does not find. */
export type PassEmailName = Exclude<Extract<EmailName, `pass${string}`>, 'passwordChanged'>;

/**
 * The e-mails about orders that the law wants on a durable medium, which are sent even to an unconfirmed address
 * (decision 099): of an order and a payment, before a renewal, of a withdrawal and of an end.
 */
const OWED_BY_LAW: ReadonlySet<EmailName> = new Set([
  'passBought',
  'passBoughtOnce',
  'passBoughtForGood',
  'passBoughtFree',
  'passChanged',
  'passRenewed',
  'passRenewsSoon',
  'passGoesMonthly',
  'passWithdrawn',
  'passWithdrawnFree',
  'passWithdrawnHeld',
  'passEndNoted',
  'passEnding',
  'passLeft',
  'giftOrdered',
  'giftWithdrawn',
]);

/** Whether an e-mail about an order is sent even to an unconfirmed address; the pass page shows what the others say. */
export const isEmailRequiredByLaw = (name: EmailName): boolean => OWED_BY_LAW.has(name);

/** What the e-mails about a pass have to know besides what it was and is. */
export interface PassEmailFacts {
  /** Whether the owner has another open pass, so that the end of this one ends no access. */
  hasAnother: boolean;
  /** The most of its last payment that had gone back before, also where a bank sent that back since. */
  mostRefundedMinor?: number;
}

/** An e-mail about a pass, and the amount that it names, in the currency of the pass, or the amounts in several. */
export type PassEmail = PassEmailFields & ({ amountMinor: number } | { amounts: readonly Money[] });

interface PassEmailFields {
  name: PassEmailName;
  /** The plan that it is about, where that is not the pass's own any more. */
  plan?: ComputedPass['plan'];
  /** The plan that had taken the pass over. */
  former?: ComputedPass['plan'];
}

/**
 * Decides which e-mails to send when a pass changes from `before` (undefined: not stored yet) to `after`: receipt,
 * refund, failed payment, coming end or end. None after a withdrawal, whose confirmation is sent separately.
 */
export function choosePassEmails(
  before: PassBefore | undefined,
  after: ComputedPass,
  facts: PassEmailFacts,
): PassEmail[] {
  const { hasAnother } = facts;
  if (before && after.restored) return findRestored(before, after, after.restored);
  if (before?.withdrawnAt) return [];
  return [
    ...findReceipt(before, after),
    ...findRefund(before, after, facts),
    ...findTurn(before, after, hasAnother),
  ];
}

/** Finds the e-mails about the paid time that came back to a pass, once: with the refund of the year that it had become. */
function findRestored(
  before: PassBefore,
  { endsAt, plan }: ComputedPass,
  { plan: former, payment }: NonNullable<ComputedPass['restored']>,
): PassEmail[] {
  if (before.endsAt?.getTime() === endsAt?.getTime()) return [];
  const told = before.paymentRef === payment.id ? (before.refundedMinor ?? 0) : Infinity;
  const amountMinor = payment.refundedMinor - told;
  const isTold = before.withdrawnAt !== null || before.plan === plan || amountMinor <= 0;
  return [
    ...(isTold ? [] : [{ name: 'passRefundedBesides' as const, amountMinor, plan: former }]),
    { name: 'passRestored', amountMinor: 0, former },
  ];
}

function findReceipt(before: PassBefore | undefined, after: ComputedPass): PassEmail[] {
  const { plan, paymentRef, paidMinor: amountMinor } = after;
  // An order that a code made free; one that a bank debit has yet to pay has no access.
  const isOpen = after.endsAt === null || after.endsAt > after.startsAt;
  if (!before && after.status === 'live' && amountMinor === 0 && isOpen)
    return [{ name: 'passBoughtFree', amountMinor }];
  if (paymentRef === null || paymentRef === before?.paymentRef) return [];
  if (!before) return [{ name: findFirstReceipt(after), amountMinor }];
  const isRenewal = before.plan === plan || before.nextPlan === plan;
  return [{ name: isRenewal ? 'passRenewed' : 'passChanged', amountMinor }];
}

function findFirstReceipt({ renews, periodEnd }: ComputedPass): PassEmailName {
  if (renews) return 'passBought';
  return periodEnd ? 'passBoughtOnce' : 'passBoughtForGood';
}

function findRefund(
  before: PassBefore | undefined,
  after: ComputedPass,
  { hasAnother, mostRefundedMinor = 0 }: PassEmailFacts,
): PassEmail[] {
  const told = before?.paymentRef === after.paymentRef ? (before.refundedMinor ?? 0) : 0;
  // A refund that its bank sent back, and that is made again, was told.
  const amountMinor = after.refundedMinor - Math.max(told, mostRefundedMinor);
  if (amountMinor <= 0) return [];
  if (!after.isRevoked) return [{ name: 'passRefundedInPart', amountMinor }];
  return [{ name: hasAnother ? 'passRefundedBesides' : 'passRefunded', amountMinor }];
}

/** Finds the e-mail about a failed payment, a coming end or an end of a pass. */
function findTurn(
  before: PassBefore | undefined,
  after: ComputedPass,
  hasAnother: boolean,
): PassEmail[] {
  const { status, renews, isRevoked, refundedMinor, amountMinor } = after;
  if (!before || before.status === 'ended' || before.revokedAt) return [];
  // The email about the refund says that the pass has ended.
  if (isRevoked && refundedMinor > 0) return [];
  if (isRevoked || status === 'ended')
    return hasAnother ? [] : [{ name: 'passEnded', amountMinor }];
  if (status === 'past_due' && before.status === 'live')
    return [{ name: after.asksBank ? 'passConfirmationNeeded' : 'passPaymentFailed', amountMinor }];
  if (before.renews && !renews) return [{ name: 'passEnding', amountMinor }];
  if (after.pausedUntil && !before.pausedUntil) return [{ name: 'passPaused', amountMinor }];
  return after.nextPlan && !before.nextPlan ? [{ name: 'passGoesMonthly', amountMinor }] : [];
}

export interface SentRenewalReminder {
  of: string;
  at: string;
}

/**
 * How long before a yearly pass renews its owner is reminded. French law (Code de la consommation, L215-1) requires it
 * between three months and one month before; the additional days allow for an outage of the mail server.
 */
export const RENEWAL_REMINDER_LEAD_MS = 42 * 86_400_000;

/** How long before a pause or a redeemed gift ends its owner is reminded. */
export const END_REMINDER_LEAD_MS = 7 * 86_400_000;

/** How long after its end the owner of a trip pass is still e-mailed about it. */
export const MAX_TRIP_END_EMAIL_DELAY_MS = 7 * 86_400_000;

const DAY_MS = 86_400_000;
/** When a reminder counts, in days before the renewal: within the three months and the one month of L215-1. */
const IN_TIME_DAYS = { earliest: 89, latest: 31 };

interface RenewedPass {
  plan: ComputedPass['plan'] | null;
  status: ComputedPass['status'] | null;
  renewedAt: Date | null;
  periodEnd: Date | null;
  renewalReminders: readonly SentRenewalReminder[];
  paidMinor: number | null;
  refundedMinor: number | null;
  revokedAt: Date | null;
  withdrawnAt: Date | null;
}

/** Returns whether the owner of a pass was reminded in time of the renewal at an instant. */
function wasReminded(reminders: readonly SentRenewalReminder[], renewedAt: Date): boolean {
  return reminders.some(({ of, at }) => {
    const days = (renewedAt.getTime() - Date.parse(at)) / DAY_MS;
    const isInTime = days >= IN_TIME_DAYS.latest && days <= IN_TIME_DAYS.earliest;
    return Date.parse(of) === renewedAt.getTime() && isInTime;
  });
}

/**
 * Computes what goes back, in minor units, when the owner of a year that renewed without a reminder in time leaves it:
 * what was paid for the whole days that are left. 0 where they were reminded, and for every other pass.
 */
export function computeUnremindedYearRefundMinor(pass: RenewedPass, now: Date): number {
  const { plan, status, renewedAt, periodEnd, paidMinor, refundedMinor } = pass;
  if (plan !== 'yearly' || status !== 'live' || pass.revokedAt || pass.withdrawnAt) return 0;
  if (!renewedAt || !periodEnd || wasReminded(pass.renewalReminders, renewedAt)) return 0;
  const days = Math.round((periodEnd.getTime() - renewedAt.getTime()) / DAY_MS);
  const left = Math.max(0, Math.floor((periodEnd.getTime() - now.getTime()) / DAY_MS));
  return Math.floor((((paidMinor ?? 0) - (refundedMinor ?? 0)) * left) / days);
}
