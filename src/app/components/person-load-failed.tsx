import { useLocation } from 'wouter';
import { UserCreationError } from '#web/features/account/queries.ts';
import { findApiIdentity, isNetworkError } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { useUnsentWritesMessageKey } from '../hooks/use-unsent-writes-message-key.ts';
import { SignedInFooter } from './footer.tsx';
import { Header } from './navigation.tsx';

interface PersonLoadFailedProps {
  /** What could not be loaded: the identity and profile, or the subscription. */
  about: 'person' | 'subscription';
  error: Error;
  retry: () => void;
}

/** Says whether the server was not reached, failed, or could not create the profile. */
function getTitle(error: Error, isOffline: boolean) {
  if (isOffline) return 'app:unknown.title';
  return error instanceof UserCreationError ? 'app:unknown.notCreated' : 'app:unknown.failed';
}

/** Shown when the profile or the subscription could not be loaded or the profile not created; offers a retry. */
export function PersonLoadFailed({ about, error, retry }: PersonLoadFailedProps) {
  const { t } = useTranslation(['app', 'errors', 'ui']);
  const [path] = useLocation();
  const describeError = useErrorMessage();
  const kept = useUnsentWritesMessageKey();
  const cause = error instanceof UserCreationError ? error.cause : error;
  const isOffline = isNetworkError(cause);
  const title = t(getTitle(error, isOffline));
  usePageTitle(title, false);
  // Where no person is known, no personal data are on this device: the sign-out has deleted them.
  const lead = isOffline && findApiIdentity() === null ? 'app:unknown.nobody' : kept;
  const isAboutPass = about === 'subscription' && !isOffline;
  return (
    <>
      <Header state={null} path={path} />
      <main>
        <Page narrow>
          <PageHeading title={title} lead={t(lead)} />
          <Notice
            tone="refusal"
            actions={<Button onClick={retry}>{t('ui:actions.tryAgain')}</Button>}
          >
            {isAboutPass ? t('errors:subscription') : describeError(cause)}
            {error instanceof UserCreationError && (
              <span lang="en" className="mt-2 block text-sm break-words">
                {error.message}
              </span>
            )}
          </Notice>
        </Page>
      </main>
      <SignedInFooter state="signed_out" />
    </>
  );
}
