import { LazyNetworkNotice } from '#web/features/offline/components/needs-network.tsx';
import { useIsOnline } from '#web/lib/device.ts';
import { arePasskeysSupported } from '#web/lib/passkey.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Section } from '#web/ui/page.tsx';
import { useServerConfig } from '#web/features/identity/queries.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { useSignInSessions } from '../queries.ts';
import { AddPasskeyForm } from './add-passkey.tsx';
import { ChangeEmailForm } from './change-email.tsx';
import { ChangePasswordForm } from './change-password.tsx';
import { EraseAccountButton } from './erase-button.tsx';
import { ExportDataButton } from './export-data.tsx';
import { HealthConsentSection } from './health-consent.tsx';
import { PasskeyList } from './passkeys.tsx';
import { TurnOffSecondFactorForm, TurnOnSecondFactorForm } from './second-factor.tsx';
import { SecurityEvents } from './security-events.tsx';
import { SignInSessionsList } from './sessions.tsx';
import { StudioSecondFactor } from './studio-factor.tsx';

/**
 * The section about account security: the sign-in settings (with Firebase, only the second factor of the studio's people), and
 * personal data.
 */
export function SignInAndDataSections() {
  const { t } = useTranslation('security');
  const { data: config } = useServerConfig();
  const { role } = useProfile();
  const isBuiltin = config?.authProvider === 'builtin';
  const isStaffOfFirebase = config?.authProvider === 'firebase' && role !== 'member';
  return (
    <>
      {isBuiltin && <SignInSettings />}
      {isStaffOfFirebase && (
        <Section title={t('signIn.heading')}>
          <StudioSecondFactor />
        </Section>
      )}
      <Section title={t('data.heading')}>
        <PersonalData />
      </Section>
    </>
  );
}

function SignInSettings() {
  const { t } = useTranslation('security');
  const { data } = useSignInSessions();
  const isOnline = useIsOnline();
  if (!isOnline && !data)
    return (
      <Section title={t('sessions.heading')}>
        <LazyNetworkNotice what="account" />
      </Section>
    );
  return (
    <>
      <Section title={t('signIn.heading')}>
        {data?.hasPassword === false ? (
          <p className="text-ink-2">{t('signIn.google')}</p>
        ) : (
          <div className="grid justify-items-start gap-1">
            <ChangeEmailForm />
            <ChangePasswordForm />
            {data && arePasskeysSupported() && <AddPasskeyForm isFirst={!data.hasSecondFactor} />}
            {data?.hasSecondFactor === false && <TurnOnSecondFactorForm />}
            {data?.hasSecondFactor && <TurnOffSecondFactorForm />}
            <PasskeyList />
          </div>
        )}
      </Section>
      <Section title={t('sessions.heading')}>
        <SignInSessionsList />
      </Section>
      <Section title={t('events.heading')}>
        <SecurityEvents />
      </Section>
    </>
  );
}

/** Personal data: download all of it, withdraw the health data, or erase the account. */
function PersonalData() {
  const { t } = useTranslation('security');
  return (
    <>
      <p className="max-w-prose text-ink-2">{t('data.lead')}</p>
      <div className="mt-2 grid justify-items-start gap-1">
        <ExportDataButton />
        <EraseAccountButton className="px-0 font-normal" />
      </div>
      <HealthConsentSection />
    </>
  );
}
