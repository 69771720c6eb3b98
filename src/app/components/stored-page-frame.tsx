import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Header, Navigation, SkipLink } from './navigation.tsx';

/**
 * The frame around a page that is stored on the device as an HTML document: the app's header and navigation as people
 * with a pass see them, with plain links, which open the app.
 */
export function StoredPageFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header state="pass" path={path} />
      <main id="page" className="flex min-h-[calc(100dvh-4.5rem)] grow flex-col">
        {children}
      </main>
      <AnnouncementLine />
      <BetaLine />
      <LegalFooterLine />
      <div data-held="" className="bottom-0 z-20 tall:max-taller:contents taller:sticky">
        <Navigation state="pass" path={path} position="bottom" />
      </div>
    </div>
  );
}

/** What the legal texts say is at the foot of every page. */
export function LegalFooterLine() {
  const { t } = useTranslation('ui');
  const links = [
    [paths.contact(), t('footer.contact')],
    [paths.contract(), t('footer.contract')],
    [paths.contract('withdraw'), t('footer.withdraw')],
  ] as const;
  return (
    <footer data-no-print className="border-t border-line text-sm text-ink-2">
      <p className="mx-auto flex max-w-6xl flex-wrap gap-x-6 px-5 wide:px-8">
        {links.map(([href, label]) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-11 items-center underline-offset-6 hover:underline"
          >
            {label}
          </a>
        ))}
      </p>
    </footer>
  );
}

/** The operator's line, which src/public-pages/sos-signed-in.ts fills and shows. */
function AnnouncementLine() {
  const { t } = useTranslation('ui');
  return (
    <aside
      hidden
      aria-label={t('banner')}
      data-announcement=""
      data-no-print
      className="border-t border-line bg-sunk text-sm"
    >
      <div className="mx-auto flex max-w-6xl items-center gap-x-4 pr-2 pl-5 wide:px-8">
        <p className="grow py-2 leading-snug" />
        <IconButton label={t('actions.close')} className="size-11 shrink-0">
          <Icon name="close" className="size-5" />
        </IconButton>
      </div>
    </aside>
  );
}

/**
 * The line about the beta, which src/public-pages/sos.ts shows where the person has the app and has not hidden the line.
 */
function BetaLine() {
  const { t } = useTranslation('feedback');
  return (
    <aside
      hidden
      aria-label={t('banner.label')}
      data-no-print
      data-beta="document"
      className="border-t border-line bg-sunk text-sm"
    >
      <p className="mx-auto max-w-6xl px-5 leading-snug wide:px-8">
        {t('banner.text', { product: PRODUCT_NAME })}{' '}
        <a href={paths.contact()} className="text-link inline-flex min-h-11 items-center">
          {t('banner.open')}
        </a>
      </p>
    </aside>
  );
}
