import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageExplanation } from './components/explanation.tsx';

/** The page in place of a shared session that the server cannot load for now. */
export function UnavailablePage() {
  const { t } = useTranslation(['shared', 'ui']);
  return (
    <PageExplanation title={t('shared:unavailable.title')} text={t('shared:unavailable.text')}>
      {/* The address of the page itself. */}
      <ButtonLink href="" className="max-sm:w-full">
        {t('ui:actions.tryAgain')}
      </ButtonLink>
      <ButtonLink href="/" variant="secondary" className="max-sm:w-full">
        {t('ui:notFound.goHome')}
      </ButtonLink>
    </PageExplanation>
  );
}
