import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useSessions } from '#web/features/security/queries.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { AuditLog } from './components/audit.tsx';
import { Messages } from './components/messages.tsx';
import { UnsentEmails } from './components/unsent-emails.tsx';

/** The admin page: messages to the operator, the audit log, and e-mails kept because no SMTP server is set. */
export default function AdminPage() {
  const { t } = useTranslation('admin');
  const { data, isPending } = useSessions();
  usePageTitle(t('title'));
  const isRefused = data?.hasPassword === true && !data.hasSecondFactor;
  return (
    <Page>
      <PageHeading title={t('title')} lead={t('lead')} />
      {isRefused && <SecondFactorNeeded />}
      {!isPending && !isRefused && <Studio />}
    </Page>
  );
}

/** What is asked of an admin before the studio opens. */
function SecondFactorNeeded() {
  const { t } = useTranslation(['admin', 'errors']);
  return (
    <Notice
      actions={
        <Link
          href={paths.profile('settings')}
          className="text-link inline-flex min-h-11 items-center"
        >
          {t('admin:secondFactor')}
        </Link>
      }
    >
      {t('errors:second_factor_required')}
    </Notice>
  );
}

function Studio() {
  const { t } = useTranslation('admin');
  return (
    <>
      <Section title={t('messages.heading')} id="messages">
        <Messages />
      </Section>
      <Section title={t('audit.heading')}>
        <AuditLog />
      </Section>
      <Section title={t('letters.heading')}>
        <UnsentEmails />
      </Section>
    </>
  );
}
