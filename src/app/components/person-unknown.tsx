import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';

/** Nothing is known of who is there, because the server did not answer: says so, and offers to try again. */
export function PersonUnknown({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation(['app', 'ui']);
  const sentence = useErrorSentence();
  return (
    <main>
      <Page narrow>
        <PageHeading title={t('app:unknown.title')} lead={t('app:unknown.safe')} />
        <Notice
          tone="refusal"
          actions={<Button onClick={retry}>{t('ui:actions.tryAgain')}</Button>}
        >
          {sentence(error)}
        </Notice>
        <p className="mt-6">
          <a href="/sos" className="text-link inline-block py-2">
            {t('ui:nav.helpNow')}
          </a>
        </p>
      </Page>
    </main>
  );
}
