import type { OwnPass } from '#shared/contract/billing.ts';
import type { ContractNoticeKind } from '#shared/contract/contract-notices.ts';
import { willPassChargeAgain } from '#web/features/billing/model.ts';
import type { ReplyOf } from '#web/lib/api.ts';

export interface ContractNoticeDraft {
  kind: ContractNoticeKind;
  name: string;
  email: string;
  reference: string;
}

/** Lists the details without which a notice cannot be sent. The server has the final say on addresses. */
export function listMissingNoticeDetails({
  name,
  email,
}: ContractNoticeDraft): ('name' | 'email')[] {
  return [
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim()) ? [] : (['email'] as const)),
  ];
}

/** Lists the passes that a notice may be about, the one with the id `first` before the others. */
export const listContracts = (
  { pass, alsoCharging, alsoWithdrawable }: ReplyOf<'GET /api/passes/mine'>,
  first: string | null,
): OwnPass[] =>
  [...(pass ? [pass] : []), ...alsoCharging, ...alsoWithdrawable].toSorted(
    (a, b) => Number(b.id === first) - Number(a.id === first),
  );

/** Lists what can be withdrawn from besides the pass that a withdrawal is about. */
export const listOtherWithdrawablePasses = (
  passes: readonly OwnPass[],
  found: OwnPass | null,
): OwnPass[] =>
  passes.filter((one) => one !== found && findPassForContractNotice('withdraw', [one]) !== null);

/**
 * Returns, of a person's passes, the first that a notice of this kind would change; null without one. What will be
 * charged is ended whatever else they have.
 */
export function findPassForContractNotice(
  kind: ContractNoticeKind,
  passes: readonly OwnPass[],
): OwnPass | null {
  return passes.find((pass) => !pass.withdrawnAt && isConcerned(kind, pass)) ?? null;
}

function isConcerned(kind: ContractNoticeKind, pass: OwnPass): boolean {
  if (kind === 'leave') return pass.leaveMinor > 0;
  return kind === 'withdraw' ? pass.withdrawUntil !== null : willPassChargeAgain(pass);
}

/** Whether a pass ends with the notice itself, because there is no paid time to end with. */
export const isPassEndingAtOnce = ({ isToBePaid, isActive, pausedUntil }: OwnPass): boolean =>
  isToBePaid || (!isActive && !pausedUntil);

/** Whether a withdrawal gives nothing back, because a code left nothing to pay. */
export const isWithdrawalWithoutRefund = (
  kind: ContractNoticeKind,
  pass: OwnPass | null,
): boolean => kind === 'withdraw' && pass?.withdrawAmounts.length === 0;
