import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { getApiIdentity, hasErrorCode } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { Header } from './navigation.tsx';

const isOffline = (error: Error) => hasErrorCode(error, 'network');

interface PersonLoadFailedProps {
  /** What could not be loaded: the identity and profile, or the subscription. */
  about: 'person' | 'subscription';
  error: Error;
  retry: () => void;
}

/** Shown when the profile or the subscription could not be loaded because the server did not answer; offers a retry. */
export function PersonLoadFailed({ about, error, retry }: PersonLoadFailedProps) {
  const { t } = useTranslation(['app', 'errors', 'ui']);
  const [path] = useLocation();
  const describeError = useErrorMessage();
  // Where nobody is known, nobody's things are on this device: whoever signed out has deleted them.
  const lead = getApiIdentity() === null ? 'app:unknown.nobody' : 'app:unknown.safe';
  const isAboutPass = about === 'subscription' && !isOffline(error);
  return (
    <>
      <Header state={null} path={path} />
      <main>
        <Page narrow>
          <PageHeading title={t('app:unknown.title')} lead={t(lead)} />
          <Notice
            tone="refusal"
            actions={<Button onClick={retry}>{t('ui:actions.tryAgain')}</Button>}
          >
            {isAboutPass ? t('errors:subscription') : describeError(error)}
          </Notice>
          {isAboutPass && (
            <p className="mt-6">
              <a href={paths.contact(path)} className="text-link inline-block py-2">
                {t('app:unknown.contact')}
              </a>
            </p>
          )}
        </Page>
      </main>
    </>
  );
}
