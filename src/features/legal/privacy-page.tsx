import { LegalText } from './components/legal-text.tsx';

/** What is kept about a person, why, for how long, and how to take it back. */
export function PrivacyPage() {
  return <LegalText which="privacy" />;
}
