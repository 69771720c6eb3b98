import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { api } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import type { InsteadProps } from '#web/ui/late.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { PageComing } from './waiting.tsx';

/** In place of a page while its code comes; where it cannot: what is safe, another try, and the page that is there. */
export function PageInstead({ failed, retry }: InsteadProps) {
  const { t } = useTranslation(['app', 'errors', 'ui']);
  const wasTried = useRef(false);
  if (!failed) return <PageComing />;
  const again = () => {
    if (wasTried.current) void reloadIfReached();
    wasTried.current = true;
    retry();
  };
  return (
    <Page narrow>
      <PageHeading title={t('app:unknown.title')} lead={t('app:unknown.safe')} />
      <Notice
        tone="refusal"
        actions={
          <>
            <Button onClick={again}>{t('ui:actions.tryAgain')}</Button>
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

/** Where the server answers but has this code no more, a newer app is there, which only a full load brings. */
function reloadIfReached(): Promise<void> {
  return api('GET /api/config').then(
    () => location.reload(),
    () => undefined,
  );
}
