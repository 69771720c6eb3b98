import type { OwnPass } from '#shared/contract/billing.ts';
import type { ContractNoticeKind } from '#shared/contract/contract-notices.ts';
import { isPassChargingAgain } from '#web/features/billing/model.ts';

/** A notice about a contract, as it is typed. */
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
  return kind === 'withdraw' ? pass.withdrawUntil !== null : isPassChargingAgain(pass);
}

/** Whether a pass ends with the notice itself, because there is no paid time to end with. */
export const isPassEndingAtOnce = ({ status, isActive, pausedUntil }: OwnPass): boolean =>
  status === 'past_due' || (!isActive && !pausedUntil);

/** Whether a withdrawal gives nothing back, because a code left nothing to pay. */
export const isWithdrawalWithoutRefund = (
  kind: ContractNoticeKind,
  pass: OwnPass | null,
): boolean => kind === 'withdraw' && pass?.withdrawMinor === 0;
