import type { OwnPass } from '#shared/contract/billing.ts';
import type { NoticeKind } from '#shared/contract/contract-notices.ts';

/** A notice about a contract, as it is typed. */
export interface NoticeDraft {
  kind: NoticeKind;
  name: string;
  email: string;
  reference: string;
}

/** Lists the details without which a notice cannot be sent. The server has the final say on addresses. */
export function findMissingDetails({ name, email }: NoticeDraft): ('name' | 'email')[] {
  return [
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim()) ? [] : (['email'] as const)),
  ];
}

/** Returns a person's pass if a notice of this kind would change it, else null. */
export function findNoticePass(kind: NoticeKind, pass: OwnPass | null): OwnPass | null {
  if (!pass || pass.withdrawnAt) return null;
  if (kind === 'leave') return pass.leaveMinor > 0 ? pass : null;
  const isOpen =
    kind === 'withdraw'
      ? pass.withdrawUntil !== null
      : pass.source === 'subscription' && pass.status !== 'ended' && pass.renews;
  return isOpen ? pass : null;
}
