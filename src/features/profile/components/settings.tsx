import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import { LazyLockSettings } from '#web/features/app-lock/components/lazy-lock-settings.tsx';
import { DownloadsSection } from '#web/features/downloads/components/downloads.tsx';
import { FeedbackDialog } from '#web/features/feedback/components/feedback-dialog.tsx';
import {
  restoreFeedbackBanner,
  useIsFeedbackBannerDismissed,
} from '#web/features/feedback/store.ts';
import { LazyNetworkNotice } from '#web/features/offline/components/needs-network.tsx';
import { DailyMinutesField } from '#web/features/plan/components/daily-minutes.tsx';
import { LazyReminderSettings } from '#web/features/reminders/components/lazy-reminder-settings.tsx';
import { SignInAndDataSections } from '#web/features/security/components/sign-in-and-data-sections.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { LanguageField, StreakShownField, ThemeField } from './choices.tsx';
import { SignOutSection } from './sign-out.tsx';

/** The profile's settings tab: language, theme, minutes, streak, security, sign-out. */
export function SettingsTab() {
  const { t } = useTranslation('profile');
  return (
    <>
      <LazyNetworkNotice what="settings" />
      <div className="wide:grid wide:grid-cols-2 wide:gap-x-20">
        <div>
          <Section title={t('language.heading')}>
            <LanguageField />
          </Section>
          <Section title={t('theme.heading')}>
            <ThemeField />
            <p className="mt-2 text-sm text-ink-2">{t('theme.note')}</p>
          </Section>
          <Section title={t('minutes.heading')}>
            <MinutesChoice />
          </Section>
          <Section title={t('streak.heading')}>
            <StreakShownField />
          </Section>
          <LazyReminderSettings />
          <DownloadsSection />
        </div>
        <div className="max-wide:border-t max-wide:border-line max-wide:pt-8">
          <SignInAndDataSections />
          <LazyLockSettings />
          <Section title={t('feedback.heading')}>
            <HelpAndFeedback />
          </Section>
          <Section>
            <SignOutSection />
          </Section>
        </div>
      </div>
    </>
  );
}

/** Links to help and feedback, and the way back for a beta banner that was hidden. */
function HelpAndFeedback() {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const isBannerHidden = useIsFeedbackBannerDismissed();
  const { toast } = useToast();
  const showBanner = () => {
    restoreFeedbackBanner();
    toast({ title: t('feedback.bannerShown') });
  };
  return (
    <div className="flex flex-wrap gap-x-6">
      <Link href={paths.help()} className="text-link inline-flex min-h-11 min-w-11 items-center">
        {t('feedback.help')}
      </Link>
      <Link href={paths.contact()} className="text-link inline-flex min-h-11 min-w-11 items-center">
        {t('feedback.contact')}
      </Link>
      <Button variant="quiet" className="min-h-11 px-0 font-normal" onClick={() => setOpen(true)}>
        {t('feedback.write')}
      </Button>
      {isBannerHidden && (
        <Button variant="quiet" className="min-h-11 px-0 font-normal" onClick={showBanner}>
          {t('feedback.showBanner')}
        </Button>
      )}
      <FeedbackDialog open={open} onClose={close} />
    </div>
  );
}

/** Sets how many minutes a day the plan may take. */
function MinutesChoice() {
  const { t } = useTranslation('profile');
  return (
    <>
      <DailyMinutesField hideLabel />
      <p className="text-sm text-ink-2">{t('minutes.hint')}</p>
    </>
  );
}
