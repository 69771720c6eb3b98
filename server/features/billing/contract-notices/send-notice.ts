import type { Dependencies } from '#server/dependencies.ts';
import { findBuiltinUserIdByEmail } from '#server/features/account/reads.ts';
import {
  countVisitorMessageAndFindSendingTime,
  saveFeedbackAndQueueEmail,
} from '#server/features/feedback/writes.ts';
import { queueEmailWithinLimits, renderContractNotice } from '#server/features/mail/writes.ts';
import type { ContractNoticeKind } from '#shared/contract/contract-notices.ts';
import type { Language } from '#shared/contract/fields.ts';
import { endChargingSubscriptionsAtPeriodEnd } from '../end-contract.ts';
import { endAndRefundYearIfUnreminded } from '../end-renewed-year.ts';
import { listPasses } from '../reads.ts';
import type { SyncDependencies } from '../sync-customer.ts';
import { findPassWithdrawalDeadline } from '../withdrawal/policy.ts';
import { withdrawFromPass } from '../withdraw-pass.ts';

type Deps = SyncDependencies & Pick<Dependencies, 'operatorEmail'>;

export interface ContractNotice {
  kind: ContractNoticeKind;
  name: string;
  email: string;
  reference: string | null;
  passId: string | null;
  reason?: string | undefined;
  language: Language;
}

/** The account of a signed-in person. */
interface Sender {
  userId: string;
  uid: string;
}

interface Outcome {
  effect: 'ends' | 'withdrawn' | 'left' | 'recorded';
  endsAt: Date | null;
  refundBy: Date | null;
}

const RECORDED: Outcome = { effect: 'recorded', endsAt: null, refundBy: null };

/**
 * Carries out a notice about a contract, and confirms it by e-mail. A signed-in person is withdrawn or ended at once. Of
 * a visitor who gives the address of an account only the renewal is ended, which its owner can undo. Whatever finds no
 * contract, and a visitor's withdrawal, is kept for the operator as a message, which counts from now.
 */
export async function carryOutOrForwardContractNotice(
  deps: Deps,
  sender: Sender | null,
  notice: ContractNotice,
): Promise<Outcome> {
  const { kind, reason } = notice;
  const ownerId = sender?.userId ?? (await findBuiltinUserIdByEmail(deps.db, notice.email));
  if (kind === 'end' && ownerId !== null) {
    const endsAt = await endChargingSubscriptionsAtPeriodEnd(deps, ownerId, reason);
    if (endsAt) return sender ? { ...RECORDED, effect: 'ends', endsAt } : RECORDED;
  }
  if (kind === 'leave' && sender && (await endAndRefundYearIfUnreminded(deps, sender.userId)))
    return { ...RECORDED, effect: 'left' };
  if (kind === 'withdraw' && sender) {
    const passId = await findWithdrawable(deps, sender.userId, notice.passId);
    if (passId) {
      const refundBy = await withdrawFromPass(deps, sender.userId, passId);
      return { ...RECORDED, effect: 'withdrawn', refundBy };
    }
  }
  await recordNotice(deps, sender, notice);
  return RECORDED;
}

/** Returns the id of the pass to withdraw from: the named one, else the latest whose time to withdraw runs. */
async function findWithdrawable({ db, clock }: Deps, userId: string, named: string | null) {
  const open = (await listPasses(db, userId)).filter(
    (pass) => pass.withdrawnAt === null && clock() <= (findPassWithdrawalDeadline(pass) ?? 0),
  );
  return (open.find(({ id }) => id === named) ?? open[0])?.id ?? null;
}

/** Keeps a notice for the operator, and confirms to its sender that it came, with its content, day and time. */
async function recordNotice(deps: Deps, sender: Sender | null, notice: ContractNotice) {
  const { db, baseUrl } = deps;
  const { language, email, kind } = notice;
  const at = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'Europe/Paris',
  }).format(deps.clock());
  const values = { name: notice.name, email, reference: notice.reference ?? '–', at };
  const content = await renderContractNotice(
    kind === 'withdraw' ? 'withdraw' : 'end',
    language,
    values,
  );
  const message = { text: content, page: '/contract', replyTo: email, language };
  const sendAfter = sender
    ? undefined
    : await countVisitorMessageAndFindSendingTime(db, deps.clock());
  await saveFeedbackAndQueueEmail(deps, db, sender, message, sendAfter);
  await queueEmailWithinLimits(
    deps,
    db,
    {
      name: kind === 'withdraw' ? 'withdrawalNoticeReceived' : 'endNoticeReceived',
      to: email,
      language,
      link: `${baseUrl}/contract`,
      values: { ...values, content },
    },
    sender?.uid,
  );
}
