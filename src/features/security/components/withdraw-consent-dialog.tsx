import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useWithdrawHealthConsent } from '../queries.ts';

/** A dialog that explains what withdrawing the health consent deletes and what stays, and withdraws it. */
export function WithdrawHealthConsentDialog({
  open,
  onClose,
  onWithdrawn,
  atStart = false,
}: {
  open: boolean;
  onClose: () => void;
  onWithdrawn: () => void;
  /** During onboarding: little to lose yet, and no data export. */
  atStart?: boolean;
}) {
  const { t } = useTranslation(['security']);
  const describeError = useErrorMessage();
  const withdraw = useWithdrawHealthConsent(onWithdrawn);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('security:consent.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('security:consent.keep')}</Button>
          <Button variant="secondary" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t('security:consent.submit')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t(atStart ? 'security:consent.goesAtStart' : 'security:consent.goes')}</p>
        {!atStart && <p>{t('security:consent.copy')}</p>}
        <p className="text-ink-2">
          {t(atStart ? 'security:consent.staysAtStart' : 'security:consent.stays')}
        </p>
        {withdraw.error && <Notice tone="refusal">{describeError(withdraw.error)}</Notice>}
      </div>
    </Dialog>
  );
}
