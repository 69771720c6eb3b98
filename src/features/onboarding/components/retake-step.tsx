import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { OnboardingPageFrame, StepActions } from './frame.tsx';

/** The step that asks for confirmation before the assessment is retaken, since that replaces the present result. */
export function RetakeStep({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation('onboarding');
  return (
    <OnboardingPageFrame>
      <div className="grow sm:grow-0">
        <PageHeading title={t('redo.title')} lead={t('redo.text')} />
      </div>
      <StepActions
        below={
          <Link href={paths.profile()} asChild>
            <ButtonLink variant="secondary" wide>
              {t('redo.back')}
            </ButtonLink>
          </Link>
        }
      >
        <Button wide onClick={onNext}>
          {t('redo.begin')}
        </Button>
      </StepActions>
    </OnboardingPageFrame>
  );
}
