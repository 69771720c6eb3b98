import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LegalText } from './components/legal-text.tsx';

/** What is kept about a person, why, for how long, and how to take it back. */
export function PrivacyPage() {
  const { t } = useTranslation('legal');
  usePageTitle(t('privacy.title'));
  return <LegalText which="privacy" />;
}
