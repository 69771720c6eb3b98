import { useRef } from 'react';
import { Link } from 'wouter';
import { api } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import type { FallbackProps } from '#web/ui/lazy-component.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { useUnsentWritesMessageKey } from '../hooks/use-unsent-writes-message-key.ts';
import { PageSkeleton } from './app-loading.tsx';

/**
 * Shown while a page's code loads (a skeleton), and when loading failed (what is safe, a retry button, a link to the
 * start page).
 */
export function PageFallback({ failed, retry }: FallbackProps) {
  const { t } = useTranslation(['app', 'errors', 'ui']);
  const kept = useUnsentWritesMessageKey(failed);
  const wasTried = useRef(false);
  if (!failed) return <PageSkeleton />;
  const retryOrReload = () => {
    if (wasTried.current) void reloadIfServerAnswers();
    wasTried.current = true;
    retry();
  };
  return (
    <Page narrow>
      <PageHeading title={t('app:unknown.title')} lead={t(kept)} />
      <Notice
        tone="refusal"
        actions={
          <>
            <Button onClick={retryOrReload}>{t('ui:actions.tryAgain')}</Button>
            <Link href={paths.home()} asChild>
              <ButtonLink variant="secondary">{t('ui:notFound.goHome')}</ButtonLink>
            </Link>
          </>
        }
      >
        {t('errors:network')}
      </Notice>
    </Page>
  );
}

/** Reloads the app if the server answers: a chunk that is missing then means that a newer version was deployed. */
function reloadIfServerAnswers(): Promise<void> {
  return api('GET /api/config').then(
    () => location.reload(),
    () => undefined,
  );
}
