import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import { subscriptionQuery } from '#web/features/account/queries.ts';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { WithdrawHealthConsentDialog } from './withdraw-consent-dialog.tsx';

/** The section about the consent to health data: how to withdraw it, or what it means that there is none. */
export function HealthConsentSection() {
  const { t } = useTranslation('security');
  const { data } = useAssessment();
  const [open, setOpen] = useState(false);
  const [withdrawn, setWithdrawn] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!data) return null;
  if (!data.consentGiven) return <NoConsent isNew={withdrawn} />;
  return (
    <div className="mt-8">
      <p className="max-w-prose text-ink-2">{t('consent.given')}</p>
      <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
        {t('consent.open')}
      </Button>
      <WithdrawHealthConsentDialog
        open={open}
        onClose={close}
        onWithdrawn={() => setWithdrawn(true)}
      />
    </div>
  );
}

/** Says that no health data is stored. `isNew` (just withdrawn) moves the focus here from the dialog. */
function NoConsent({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('security');
  const { data: pass } = useQuery(subscriptionQuery);
  const focus = useCallback(
    (paragraph: HTMLElement | null) => {
      if (isNew) paragraph?.focus({ preventScroll: true });
    },
    [isNew],
  );
  return (
    <div className="mt-8">
      <p ref={focus} tabIndex={-1} className="max-w-prose text-ink-2">
        {t('consent.none')}
      </p>
      {/* The assessment is part of onboarding's pages, which need a pass (specification, section 2). */}
      {pass?.hasActiveAccess && (
        <Link href={paths.onboarding()} className="text-link inline-flex min-h-11 items-center">
          {t('consent.again')}
        </Link>
      )}
    </div>
  );
}
