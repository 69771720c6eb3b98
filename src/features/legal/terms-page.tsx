import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LegalText } from './components/legal-text.tsx';

/** The terms of use during the beta. */
export function TermsPage() {
  const { t } = useTranslation('legal');
  usePageTitle(t('terms.title'));
  return <LegalText which="terms" />;
}
