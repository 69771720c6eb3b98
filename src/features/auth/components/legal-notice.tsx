import { Trans, useTranslation } from 'react-i18next';
import { LegalButton } from '#web/features/legal/components/legal-button.tsx';
import type { Mode } from '../model.ts';

/** The notice of terms and privacy; both open above the form, so that nothing typed is lost. */
export function LegalNotice({ mode }: { mode: Mode }) {
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
