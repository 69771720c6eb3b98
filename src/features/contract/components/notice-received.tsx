import { Link } from 'wouter';
import type { OwnPass } from '#shared/contract/billing.ts';
import type { ReplyOf } from '#web/lib/api.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatDateInSentence } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { useNoticeFormatters } from '../hooks/use-notice-formats.ts';
import {
  isPassEndingAtOnce,
  isWithdrawalWithoutRefund,
  type ContractNoticeDraft,
} from '../model.ts';

/** Says that a notice was received: when, what follows from it, and where the confirmation is sent. */
export function ContractNoticeReceipt({
  draft,
  pass,
  reply,
}: {
  draft: ContractNoticeDraft;
  pass: OwnPass | null;
  reply: ReplyOf<'POST /api/contract-notices'>;
}) {
  const { t, i18n } = useTranslation(['contract', 'billing']);
  const { formatDay, formatRefund } = useNoticeFormatters();
  const { kind, email } = draft;
  const time = formatDateInSentence(new Date(reply.receivedAt), i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: getDeviceTimeZone(),
  });
  const isOver = pass !== null && kind === 'end' && isPassEndingAtOnce(pass);
  const describe = () => {
    if (reply.effect === 'recorded') return t(`contract:${kind}.later`);
    if (isOver) return t('contract:end.effectNow');
    if (isWithdrawalWithoutRefund(kind, pass)) return t('contract:withdraw.effectFree');
    const amount = formatRefund(pass, kind);
    if (reply.refundBy)
      return t('contract:withdraw.effectHeld', { date: formatDay(reply.refundBy), amount });
    return t(`contract:${kind}.effect`, { date: formatDay(reply.endsAt), amount });
  };
  return (
    <Page narrow className="max-w-xl">
      <PageHeading title={t(`contract:${kind}.received`)} lead={describe()} />
      <p>{t('contract:receivedAt', { date: formatDay(reply.receivedAt), time })}</p>
      <p className="mt-2">{t('contract:sent', { email })}</p>
      <Link href={pass ? paths.subscription() : paths.home()} asChild>
        <ButtonLink variant="secondary" className="mt-8 max-sm:w-full">
          {t(pass ? 'contract:back' : 'contract:home')}
        </ButtonLink>
      </Link>
    </Page>
  );
}
