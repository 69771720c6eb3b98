import { useTranslation } from 'react-i18next';
import { Section } from '#web/ui/page.tsx';
import { useConfig, useSessions } from '../queries.ts';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { OwnData } from './own-data.tsx';
import { Sessions } from './sessions.tsx';

/** How the person signs in, where they are signed in, and what is held of them. */
export function AccountSecurity() {
  const { t } = useTranslation('security');
  const { data: config } = useConfig();
  const isOurs = config?.authProvider === 'builtin';
  return (
    <>
      {isOurs && <SigningIn />}
      <Section title={t('data.heading')}>
        <OwnData />
      </Section>
    </>
  );
}

function SigningIn() {
  const { t } = useTranslation('security');
  const { data } = useSessions();
  return (
    <>
      <Section title={t('signIn.heading')}>
        {data?.hasPassword === false ? (
          <p className="text-ink-2">{t('signIn.google')}</p>
        ) : (
          <div className="grid justify-items-start gap-1">
            <ChangeEmail />
            <ChangePassword />
          </div>
        )}
      </Section>
      <Section title={t('sessions.heading')}>
        <Sessions />
      </Section>
    </>
  );
}
