import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useProfile } from '#web/features/account/queries.ts';
import { useOwnPass } from '#web/features/billing/queries.ts';
import { usePassFormats } from '#web/features/billing/hooks/use-pass-formats.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** What deleting the account does to the pass: first what could still be refunded, else that its paid time is lost. */
export function ErasePass() {
  const { t } = useTranslation('security');
  const { onboardingComplete } = useProfile();
  const { data } = useOwnPass(onboardingComplete);
  const passes = data?.pass ? [data.pass, ...data.alsoCharging] : [];
  const open = passes.find(({ withdrawUntil, withdrawnAt }) => withdrawUntil && !withdrawnAt);
  const { formatDay, formatAmount } = usePassFormats(open ?? { currency: null });
  if (open)
    return (
      <Notice
        actions={
          <Link href={paths.contract('withdraw')} asChild>
            <ButtonLink variant="secondary">{t('erase.withdraw')}</ButtonLink>
          </Link>
        }
      >
        {t('erase.pass', {
          amount: formatAmount(open.withdrawMinor),
          date: formatDay(open.withdrawUntil),
        })}
      </Notice>
    );
  const isPaid = passes.some(({ isActive, source }) => isActive && source !== 'grant');
  return isPaid ? <Notice>{t('erase.passLost')}</Notice> : null;
}
