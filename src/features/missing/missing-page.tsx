import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageExplanation } from './components/explanation.tsx';

/** The page for unknown addresses: Page Not Found, with Go Home and Go Back (specification, section 2). */
export function NotFound() {
  const { t } = useTranslation('ui');
  usePageTitle(t('notFound.title'));
  return (
    <PageExplanation title={t('notFound.title')} text={t('notFound.text')}>
      <ButtonLink href="/" className="max-sm:w-full">
        {t('notFound.goHome')}
      </ButtonLink>
      <Button
        variant="secondary"
        data-go-back=""
        onClick={() => history.back()}
        className="max-sm:w-full"
      >
        {t('notFound.goBack')}
      </Button>
    </PageExplanation>
  );
}
