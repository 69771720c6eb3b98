import { usePageTitle } from '#web/lib/page-title.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageExplanation } from './explanation.tsx';

/** The page for unknown addresses: Page Not Found, with Go Home and Go Back (specification, section 2). */
export function NotFound() {
  return <Explained text="notFound.text" />;
}

/** The page for a signed-in person who opens a page of the studio and is not an admin, or no more. */
export function StudioForbidden() {
  return <Explained text="notFound.studio" />;
}

function Explained({ text }: { text: 'notFound.text' | 'notFound.studio' }) {
  const { t } = useTranslation('ui');
  usePageTitle(t('notFound.title'));
  return (
    <PageExplanation title={t('notFound.title')} text={t(text)}>
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
