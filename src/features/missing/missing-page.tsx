import { useTranslation } from 'react-i18next';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';

/** The page for unknown addresses: Page Not Found, with Go Home and Go Back (specification, section 2). */
export function NotFound() {
  const { t } = useTranslation('ui');
  usePageTitle(t('notFound.title'));
  return (
    <div className="mx-auto grid max-w-6xl items-center gap-x-20 gap-y-8 px-5 pt-8 pb-20 wide:grid-cols-[1.5fr_1fr] wide:px-8 wide:pt-20">
      <div className="wide:order-last">
        <SessionArt id="row-7" kind="load" className="w-[min(9rem,60vw)] wide:w-56" />
      </div>
      <div>
        <h1 className="text-4xl">{t('notFound.title')}</h1>
        <p className="mt-4 max-w-prose text-lg text-ink-2">{t('notFound.text')}</p>
        <div className="mt-8 flex flex-wrap gap-3">
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
        </div>
      </div>
    </div>
  );
}
