import { useTranslation } from 'react-i18next';
import { useConfig } from '#web/features/identity/queries.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import { AuditLog } from './components/audit.tsx';
import { Messages } from './components/messages.tsx';
import { StudioFrame } from './components/studio-frame.tsx';
import { UnsentEmails } from './components/unsent-emails.tsx';

/** `/admin`: messages to the operator, the audit log, and e-mails kept because no SMTP server is set. */
export default function AdminPage() {
  const { t } = useTranslation('admin');
  const { data: installation } = useConfig();
  return (
    <StudioFrame page="overview" title={t('places.overview')} lead={t('lead')}>
      {installation?.billing === 'off' && (
        <Notice title={t('billing.off')}>{t('billing.how')}</Notice>
      )}
      <Section title={t('messages.heading')} id="messages">
        <Messages />
      </Section>
      <Section title={t('audit.heading')}>
        <AuditLog />
      </Section>
      <Section title={t('letters.heading')}>
        <UnsentEmails />
      </Section>
    </StudioFrame>
  );
}
