import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { Audit } from './components/audit.tsx';
import { Letters } from './components/letters.tsx';

/** What the operator looks after: what admins changed, and letters that nobody sends. */
export default function AdminPage() {
  const { t } = useTranslation('admin');
  usePageTitle(t('title'));
  return (
    <Page>
      <PageHeading title={t('title')} lead={t('lead')} />
      <Section title={t('audit.heading')}>
        <Audit />
      </Section>
      <Section title={t('letters.heading')}>
        <Letters />
      </Section>
    </Page>
  );
}
