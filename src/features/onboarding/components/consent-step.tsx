import { PRODUCT_NAME } from '#shared/product.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { useGiveHealthConsent } from '#web/features/assessment/queries.ts';
import { LegalButton } from '#web/features/legal/components/legal-button.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { OnboardingFooter } from './onboarding-footer.tsx';
import { OnboardingPageFrame, StepCount, StepForm } from './frame.tsx';

/** The step of onboarding that asks for explicit consent to health data, on its own page before the first answer. */
export function ConsentStep({
  onAgreed,
  onDeclined,
}: {
  onAgreed: () => void;
  onDeclined: () => void;
}) {
  const { t } = useTranslation('onboarding');
  const consent = useGiveHealthConsent();
  const form = useForm({
    initial: {},
    request: consent,
    onSubmit: () => consent.mutate(undefined, { onSuccess: onAgreed }),
  });
  const { onboardingComplete } = useProfile();
  const howLong = {
    title: t('consent.howLong.title'),
    // After onboarding there is a profile, and these pages have no footer.
    text: t(onboardingComplete ? 'consent.howLong.later' : 'consent.howLong.atStart'),
  };
  return (
    <OnboardingPageFrame footer={<OnboardingFooter beforeConsent />}>
      <StepForm
        readFirst
        form={form}
        submit={t('consent.agree')}
        other={
          <Button variant="secondary" wide onClick={onDeclined}>
            {t('consent.decline')}
          </Button>
        }
      >
        <PageHeading
          above={<StepCount step="consent" />}
          title={t('consent.title')}
          lead={t('consent.lead')}
        />
        <dl className="border-t border-line">
          {[...t('consent.points', { returnObjects: true }), howLong].map((point) => (
            <div
              key={point.title}
              className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[9rem_1fr]"
            >
              <dt className="font-medium">{point.title}</dt>
              <dd className="text-ink-2">{point.text}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-1">
          <LegalButton which="privacy" className="text-link min-h-11">
            {t('privacy')}
          </LegalButton>
        </div>
        <p className="mt-5 font-serif text-xl">{t('consent.statement', { name: PRODUCT_NAME })}</p>
      </StepForm>
    </OnboardingPageFrame>
  );
}
