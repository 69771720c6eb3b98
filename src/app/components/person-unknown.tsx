import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { Header } from './header.tsx';

/** Nothing is known of who is there, because the server did not answer: says so, and offers to try again. */
export function PersonUnknown({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation(['app', 'ui']);
  const [path] = useLocation();
  const sentence = useErrorSentence();
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
            {sentence(error)}
          </Notice>
        </Page>
      </main>
    </>
  );
}
