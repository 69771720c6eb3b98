import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { Frame, StepActions } from './frame.tsx';

/** Confirms that the assessment is to be taken again, since its result takes the place of the present one. */
export function AgainStep({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation('onboarding');
  return (
    <Frame>
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
    </Frame>
  );
}
