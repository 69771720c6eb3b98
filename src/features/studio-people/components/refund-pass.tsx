import { formatAmounts, formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useToast } from '#web/ui/toast.tsx';
import { type PassOfPerson, useRefundAndEndPass } from '../queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** Returns whether a pass can be refunded and ended: it was paid for, and is open or not given back in full. */
export const isPassRefundable = ({
  source,
  status,
  revokedAt,
  paidMinor,
  refundedMinor,
}: PassOfPerson) =>
  (source === 'subscription' || source === 'purchase') &&
  revokedAt === null &&
  (status !== 'ended' || (paidMinor ?? 0) > (refundedMinor ?? 0));

/** The dialog by which an admin gives back the last payment of a pass and ends it at once, with a reason. */
export function RefundAndEndPassDialog({
  personId,
  pass,
  onClose,
}: {
  personId: string;
  pass: PassOfPerson;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('studio-people');
  const { toast } = useToast();
  const refund = useRefundAndEndPass(personId);
  const money = (minor: number, currency: PassOfPerson['currency']) =>
    currency === null ? '' : formatMoney(minor, currency, i18n.language);
  const left = Math.max(0, (pass.paidMinor ?? 0) - (pass.refundedMinor ?? 0));
  return (
    <ReasonDialog
      title={t('refund.title')}
      text={[
        t(left > 0 ? 'refund.text' : 'refund.endOnly', { amount: money(left, pass.currency) }),
        // A lifetime pass takes over what runs, a year the month before it.
        ...(pass.plan === 'lifetime' || pass.plan === 'yearly' ? [t('refund.former')] : []),
      ].join(' ')}
      confirm={t(left > 0 ? 'refund.confirm' : 'refund.confirmEnd', {
        amount: money(left, pass.currency),
      })}
      isBusy={refund.isPending}
      error={refund.error}
      onClose={onClose}
      onConfirm={(reason) =>
        refund.mutate(
          { pass: pass.id, reason },
          {
            onSuccess: ({ amounts, isDone }) => {
              const key = !isDone ? 'pending' : amounts.length > 0 ? 'done' : 'ended';
              toast({
                title: t(`refund.${key}`, { amount: formatAmounts(amounts, i18n.language) }),
              });
              onClose();
            },
          },
        )
      }
    />
  );
}
