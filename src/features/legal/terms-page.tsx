import { LegalText } from './components/legal-text.tsx';

/** What the operator offers and asks during the beta. */
export function TermsPage() {
  return <LegalText which="terms" />;
}
