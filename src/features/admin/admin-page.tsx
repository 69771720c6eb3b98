import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { AuditLog } from './components/audit.tsx';
import { Messages } from './components/messages.tsx';
import { UnsentEmails } from './components/unsent-emails.tsx';

/** The admin page: messages to the operator, the audit log, and e-mails kept because no SMTP server is set. */
export default function AdminPage() {
  const { t } = useTranslation('admin');
  usePageTitle(t('title'));
  return (
    <Page>
      <PageHeading title={t('title')} lead={t('lead')} />
      <Section title={t('messages.heading')} id="messages">
        <Messages />
      </Section>
      <Section title={t('audit.heading')}>
        <AuditLog />
      </Section>
      <Section title={t('letters.heading')}>
        <UnsentEmails />
      </Section>
    </Page>
  );
}
