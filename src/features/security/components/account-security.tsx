import { useTranslation } from 'react-i18next';
import { NeedsNetwork } from '#web/features/offline/components/needs-network.tsx';
import { useNetworkReached } from '#web/lib/device.ts';
import { arePasskeysPossible } from '#web/lib/passkey.ts';
import { Section } from '#web/ui/page.tsx';
import { useConfig } from '#web/features/identity/queries.ts';
import { useSignInSessions } from '../queries.ts';
import { AddPasskey } from './add-passkey.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { PersonalData } from './personal-data.tsx';
import { TurnOffSecondFactor, TurnOnSecondFactor } from './second-factor.tsx';
import { SecurityEvents } from './security-events.tsx';
import { Sessions } from './sessions.tsx';

/** Account security: password and e-mail, active sessions, personal data. */
export function AccountSecurity() {
  const { t } = useTranslation('security');
  const { data: config } = useConfig();
  const isBuiltin = config?.authProvider === 'builtin';
  return (
    <>
      {isBuiltin && <SignInSettings />}
      <Section title={t('data.heading')}>
        <PersonalData />
      </Section>
    </>
  );
}

function SignInSettings() {
  const { t } = useTranslation('security');
  const { data } = useSignInSessions();
  const isReached = useNetworkReached();
  if (!isReached && !data)
    return (
      <Section title={t('sessions.heading')}>
        <NeedsNetwork what="account" />
      </Section>
    );
  return (
    <>
      <Section title={t('signIn.heading')}>
        {data?.hasPassword === false ? (
          <p className="text-ink-2">{t('signIn.google')}</p>
        ) : (
          <div className="grid justify-items-start gap-1">
            <ChangeEmail />
            <ChangePassword />
            {data && arePasskeysPossible() && <AddPasskey isFirst={!data.hasSecondFactor} />}
            {data?.hasSecondFactor === false && <TurnOnSecondFactor />}
            {data?.hasSecondFactor && <TurnOffSecondFactor />}
            <Passkeys />
          </div>
        )}
      </Section>
      <Section title={t('sessions.heading')}>
        <Sessions />
      </Section>
      <Section title={t('events.heading')}>
        <SecurityEvents />
      </Section>
    </>
  );
}
