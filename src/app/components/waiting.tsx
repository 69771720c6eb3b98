import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Page } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Header } from './header.tsx';

/**
 * While it is not known who is there: the header with help, and the shape of a page or a spinner. The spinner is the specification's,
 * for the time the pass is looked up.
 */
export function Waiting({ spinning }: { spinning: boolean }) {
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
          <PageComing />
        )}
      </main>
    </>
  );
}

/** The shape of a page whose code is on its way: of any page, so of none in particular. */
export function PageComing() {
  const { t } = useTranslation('ui');
  return (
    <Page narrow>
      <SkeletonList shape="line" count={4} label={t('loading')} />
    </Page>
  );
}
