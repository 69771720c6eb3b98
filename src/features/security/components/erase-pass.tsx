import { Link } from 'wouter';
import { useProfile } from '#web/features/account/queries.ts';
import { findWithdrawableGift } from '#web/features/billing/model.ts';
import { useBoughtGifts, useOwnPass } from '#web/features/billing/queries.ts';
import { usePassFormatters } from '#web/features/billing/hooks/use-pass-formats.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** What deleting the account does to the pass: first what could still be refunded, else that its paid time is lost. */
export function PassErasureNotice() {
  const { t } = useTranslation('security');
  const { onboardingComplete } = useProfile();
  const { data } = useOwnPass(onboardingComplete);
  const gift = findWithdrawableGift(useBoughtGifts(onboardingComplete).data?.gifts ?? []);
  const passes = data?.pass ? [data.pass, ...data.alsoCharging, ...data.alsoWithdrawable] : [];
  const open = passes.find(
    (one) => one.withdrawUntil && !one.withdrawnAt && one.withdrawAmounts.length > 0,
  );
  const { formatDay, formatAmount, formatAmounts } = usePassFormatters(
    open ?? gift ?? { currency: null },
  );
  if (open || gift)
    return (
      <Notice
        actions={
          <Link href={paths.contract('withdraw')} asChild>
            <ButtonLink variant="secondary">{t('erase.withdraw')}</ButtonLink>
          </Link>
        }
      >
        {t(open ? 'erase.pass' : 'erase.gift', {
          amount: open
            ? formatAmounts(open.withdrawAmounts)
            : formatAmount(gift?.amountMinor ?? null),
          date: formatDay(open?.withdrawUntil ?? gift?.withdrawUntil ?? null),
        })}
      </Notice>
    );
  const isPaid = passes.some(({ isActive, source }) => isActive && source !== 'grant');
  return isPaid ? <Notice>{t('erase.passLost')}</Notice> : null;
}
