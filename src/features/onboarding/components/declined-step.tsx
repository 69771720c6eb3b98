import { PRODUCT_NAME } from '#shared/product.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { LegalButton } from '#web/features/legal/components/legal-button.tsx';
import { EraseAccountButton } from '#web/features/security/components/erase-button.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { SignOutButton } from './onboarding-footer.tsx';
import { OnboardingPageFrame, StepActions } from './frame.tsx';

/** The step of onboarding shown after the consent was declined: what that means, and how to continue. */
export function DeclinedStep({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('onboarding');
  const { flightDate } = useProfile();
  return (
    <OnboardingPageFrame>
      <div className="grow pb-6 sm:grow-0">
        <PageHeading
          title={t('declined.title')}
          lead={t(flightDate ? 'declined.textFlight' : 'declined.text', { name: PRODUCT_NAME })}
        />
        <p className="max-w-prose">{t('declined.free')}</p>
        <p className="mt-4 max-w-prose">{t('declined.later')}</p>
        <div className="mt-1">
          <LegalButton which="privacy" className="text-link min-h-11">
            {t('privacy')}
          </LegalButton>
        </div>
      </div>
      <StepActions
        below={
          <>
            <SignOutButton variant="secondary" />
            <EraseAccountButton />
          </>
        }
      >
        <Button wide onClick={onBack}>
          {t('declined.back')}
        </Button>
      </StepActions>
    </OnboardingPageFrame>
  );
}
