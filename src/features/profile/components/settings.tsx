import { useTranslation } from 'react-i18next';
import { Downloads } from '#web/features/downloads/components/downloads.tsx';
import { AccountSecurity } from '#web/features/security/components/account-security.tsx';
import { Section } from '#web/ui/page.tsx';
import { MinutesChoice } from './minutes-choice.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { Leave } from './leave.tsx';
import { StreakChoice } from './streak-choice.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { Words } from './words.tsx';

/** How the app speaks, looks and counts, how the person signs in, and the way out. */
export function Settings() {
  const { t } = useTranslation('profile');
  return (
    <>
      <Section title={t('language.heading')}>
        <LanguageChoice />
      </Section>
      <Section title={t('theme.heading')}>
        <ThemeChoice />
        <p className="mt-2 text-sm text-ink-2">{t('theme.note')}</p>
      </Section>
      <Section title={t('minutes.heading')}>
        <MinutesChoice />
      </Section>
      <Section title={t('streak.heading')}>
        <StreakChoice />
      </Section>
      <Downloads />
      <AccountSecurity />
      <Section title={t('feedback.heading')}>
        <Words />
      </Section>
      <Section>
        <Leave />
      </Section>
    </>
  );
}
