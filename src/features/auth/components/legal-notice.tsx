import { Trans, useTranslation } from 'react-i18next';
import { LegalButton } from '#web/features/legal/components/legal-button.tsx';
import type { CredentialsMode } from '../model.ts';

/** Links to the terms and the privacy notice; both open in a dialog, so that the form keeps its content. */
export function LegalNotice({ mode }: { mode: CredentialsMode }) {
  const { t } = useTranslation('auth');
  return (
    <div className="text-sm text-ink-2">
      <Trans
        t={t}
        i18nKey={mode === 'sign-up' ? 'notice' : 'noticeSignIn'}
        components={{
          terms: <LegalButton which="terms" />,
          privacy: <LegalButton which="privacy" />,
        }}
      />
    </div>
  );
}
