import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { ApiError } from '#web/lib/api.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { Header } from './header.tsx';

const isOffline = (error: Error) => error instanceof ApiError && error.code === 'network';

interface PersonUnknownProps {
  /** What could not be found out: who is there, or whether they have a pass. */
  about: 'person' | 'subscription';
  error: Error;
  retry: () => void;
}

/** Not enough is known of who is there, because the server did not answer: says so, and offers to try again. */
export function PersonUnknown({ about, error, retry }: PersonUnknownProps) {
  const { t } = useTranslation(['app', 'errors', 'ui']);
  const [path] = useLocation();
  const sentence = useErrorSentence();
  const isAboutPass = about === 'subscription' && !isOffline(error);
  return (
    <>
      <Header state={null} path={path} />
      <main>
        <Page narrow>
          <PageHeading title={t('app:unknown.title')} lead={t('app:unknown.safe')} />
          <Notice
            tone="refusal"
            actions={<Button onClick={retry}>{t('ui:actions.tryAgain')}</Button>}
          >
            {isAboutPass ? t('errors:subscription') : sentence(error)}
          </Notice>
          {isAboutPass && (
            <p className="mt-6">
              <a href="/help#contact" className="text-link inline-block py-2">
                {t('app:unknown.contact')}
              </a>
            </p>
          )}
        </Page>
      </main>
    </>
  );
}
