import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/account/queries.ts';
import { AccountSecurity } from '#web/features/security/components/account-security.tsx';
import { ownTimeZone } from '#web/lib/clock.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { Assessment } from './components/assessment.tsx';
import { Flight } from './components/flight.tsx';
import { LanguageChoice } from './components/language-choice.tsx';
import { Leave } from './components/leave.tsx';
import { Name } from './components/name.tsx';
import { Pass } from './components/pass.tsx';
import { ThemeChoice } from './components/theme-choice.tsx';
import { Words } from './components/words.tsx';
import { dayInWords } from './model.ts';

/** What the product knows of the person, and what they can set; open to those without a pass too. */
export default function ProfilePage() {
  const { t } = useTranslation('profile');
  usePageTitle(t('title'));
  return (
    <Page
      className="max-wide:gap-0 max-wide:pt-2"
      aside={
        <div className="border-line max-wide:border-t max-wide:pt-8">
          <Section title={t('language.heading')}>
            <LanguageChoice />
          </Section>
          <Section title={t('theme.heading')}>
            <ThemeChoice />
            <p className="mt-2 text-sm text-ink-2">{t('theme.note')}</p>
          </Section>
          <Section title={t('feedback.heading')}>
            <Words />
          </Section>
          <AccountSecurity />
          <Section>
            <Leave />
          </Section>
        </div>
      }
    >
      <PageHeading title={t('title')} />
      <div>
        <Section title={t('you.heading')}>
          <Name />
          <Facts />
        </Section>
        <Section title={t('flight.heading')}>
          <Flight />
        </Section>
        <Section title={t('pass.heading')}>
          <Pass />
        </Section>
        <Section title={t('assessment.heading')}>
          <Assessment />
        </Section>
      </div>
    </Page>
  );
}

function Facts() {
  const { t, i18n } = useTranslation('profile');
  const { email, memberSince } = useProfile();
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      <dt className="text-ink-2">{t('you.email')}</dt>
      <dd>{email}</dd>
      <dt className="text-ink-2">{t('you.since')}</dt>
      <dd>{dayInWords(new Date(memberSince), i18n.language, ownTimeZone())}</dd>
    </dl>
  );
}
