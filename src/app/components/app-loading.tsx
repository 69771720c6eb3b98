import { useLocation } from 'wouter';
import { useTranslation } from '#web/lib/translation.ts';
import { Page } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/button.tsx';
import { Header } from './navigation.tsx';

/**
 * Shown while identity, profile or subscription load: the header with help, and a page skeleton or a spinner. The
 * specification asks for the spinner while the subscription is looked up.
 */
export function AppLoading({ spinning }: { spinning: boolean }) {
  const { t } = useTranslation('ui');
  const [path] = useLocation();
  return (
    <>
      <Header state={null} path={path} />
      <main>
        {spinning ? (
          <div className="grid justify-center pt-32">
            <Spinner label={t('loading')} className="size-8" />
          </div>
        ) : (
          <PageSkeleton />
        )}
      </main>
    </>
  );
}

/** A skeleton that fits any page, shown while the page's code loads. */
export function PageSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <Page narrow>
      <SkeletonList shape="line" count={4} label={t('loading')} />
    </Page>
  );
}
