import { usePageTitle } from '#web/lib/page-title.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LegalText } from './components/legal-text.tsx';
import { useOperator } from './queries.ts';

/** The privacy page: which data are stored, why, for how long, and how to withdraw the consent. */
export function PrivacyPage() {
  const { t } = useTranslation('legal');
  usePageTitle(t('privacy.title'));
  return <LegalText which="privacy" operator={useOperator()} />;
}

/** The terms of use. */
export function TermsPage() {
  const { t } = useTranslation('legal');
  usePageTitle(t('terms.title'));
  return <LegalText which="terms" operator={useOperator()} />;
}
