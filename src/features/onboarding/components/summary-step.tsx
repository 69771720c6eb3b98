import { Link, useLocation } from 'wouter';
import type { User } from '#shared/contract/users.ts';
import { addDays, getCivilDate } from '#shared/rules/flight-date.ts';
import { toTonightFear, TONIGHT_SESSION_IDS } from '#shared/rules/tonight.ts';
import { useCompleteOnboarding } from '#web/features/account/queries.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import type { CompletedAssessment } from '#web/features/assessment/components/report.tsx';
import { sendHeardSessionToAccount } from '#web/features/tonight/queries.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { OnboardingFooter } from './onboarding-footer.tsx';
import { OnboardingPageFrame, StepForm } from './frame.tsx';

/** The last step of onboarding: a summary of the choices in three lines, and the button to finish. */
export function OnboardingSummaryStep({
  profile,
  completed,
  wrapRequest,
}: {
  profile: User;
  completed: CompletedAssessment;
  wrapRequest: <T>(request: () => Promise<T>) => Promise<T>;
}) {
  const { t, i18n } = useTranslation(['onboarding', 'areas']);
  const [, navigate] = useLocation();
  const complete = useCompleteOnboarding(wrapRequest);
  const again = profile.onboardingComplete;
  const { report, primaryFocus, secondaryFocus } = completed;

  // The router then shows the dashboard or the passes; it may unmount this page before the reply is handled.
  const go = async (to = paths.home()) => {
    await (again ? wrapRequest(() => Promise.resolve()) : complete.mutateAsync());
    navigate(to, { replace: true });
    if (!again) void sendHeardSessionToAccount();
  };
  const form = useForm({
    initial: {},
    request: complete,
    // The failure is shown by the form.
    onSubmit: () =>
      void go(again ? paths.home() : paths.shared(TONIGHT_SESSION_IDS[fear])).catch(
        () => undefined,
      ),
  });
  const fear = toTonightFear(primaryFocus ?? report.proposedFocus.primary);
  const today = getCivilDate(getDeviceTimeZone(), now());
  const isNear = profile.flightDate !== null && profile.flightDate <= addDays(today, 1);
  const lines = [
    [t('onboarding:done.first'), t(`areas:${primaryFocus ?? report.proposedFocus.primary}`)],
    [t('onboarding:done.then'), t(`areas:${secondaryFocus ?? report.proposedFocus.secondary}`)],
    [
      t('onboarding:done.flight'),
      profile.flightDate
        ? formatDate(profile.flightDate, i18n.language)
        : t('onboarding:done.noFlight'),
    ],
  ] as const;

  return (
    <OnboardingPageFrame footer={<OnboardingFooter />}>
      <StepForm
        form={form}
        submit={t(again ? 'onboarding:done.goHome' : 'onboarding:done.listen')}
        below={
          again ? (
            <Button variant="quiet" onClick={() => void go(paths.profile('assessment'))}>
              {t('onboarding:done.report')}
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => void go().catch(() => undefined)}>
              {t('onboarding:done.go')}
            </Button>
          )
        }
      >
        {/* A low screen has the way on instead. */}
        <div className="mb-8 w-28 [@media(height<50rem)]:hidden">
          <SessionArt id={profile.id} kind="flow" />
        </div>
        <PageHeading
          title={t(again ? 'onboarding:done.redo' : 'onboarding:done.title', {
            name: profile.name,
          })}
        />
        <dl className="border-t border-line">
          {lines.map(([name, value]) => (
            <div key={name} className="grid grid-cols-[6rem_1fr] gap-4 border-b border-line py-3">
              <dt className="text-ink-2">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {!again && (
          <p className="mt-6 text-ink-2">
            {t(isNear ? 'onboarding:done.nextNear' : 'onboarding:done.next')}
          </p>
        )}
        {!again && profile.flightDate && (
          <Link href="/read/thinking-of-cancelling" className="text-link mt-3 inline-block py-2.5">
            {t('onboarding:done.cancelling')}
          </Link>
        )}
      </StepForm>
    </OnboardingPageFrame>
  );
}
