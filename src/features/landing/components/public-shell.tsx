import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { Logo } from '#web/features/art/components/logo.tsx';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';

interface PublicShellProps {
  /** The page the language link leads to. */
  path: string;
  /** What is held at the bottom. */
  notice: ReactNode;
  children: ReactNode;
}

/** The frame around public pages: header and footer. */
export function PublicShell({ path, notice, children }: PublicShellProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-full focus:bg-ink focus:px-5 focus:py-3 focus:text-on-ink"
      >
        {t('nav.skip')}
      </a>
      <Header path={path} />
      <main id="page" className="grow">
        {children}
      </main>
      <Footer path={path} />
      {notice}
    </div>
  );
}

function LanguageLink({ path, className }: { path: string; className: string }) {
  const { t } = useTranslation('ui');
  const code = t('language.otherCode');
  return (
    <a
      href={`${path}?lang=${code}`}
      hrefLang={code}
      lang={code}
      aria-label={`${t('language.other')}. ${t('language.label')}`}
      className={className}
    >
      {t('language.other')}
    </a>
  );
}

function Header({ path }: { path: string }) {
  const { t } = useTranslation('ui');
  const link = 'inline-flex min-h-11 items-center underline-offset-6 hover:underline';
  return (
    <header className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-4 px-5 py-4 phone-low:py-2 wide:px-8">
      <a
        href="/"
        aria-label={t('nav.home', { name: PRODUCT_NAME })}
        className="inline-flex min-h-11 items-center"
      >
        <Logo />
      </a>
      <nav aria-label={t('nav.label')} className="flex items-center gap-x-4 wide:gap-x-7">
        <a href="/#how" className={`${link} max-wide:hidden`}>
          {t('nav.howItWorks')}
        </a>
        <a href="/#passes" className={`${link} max-wide:hidden`}>
          {t('nav.passes')}
        </a>
        <LanguageLink path={path} className={`${link} max-wide:hidden`} />
        <a href="/auth" className={`${link} max-sm:hidden`}>
          {t('nav.signIn')}
        </a>
        {path !== paths.sos() && <HelpButton />}
      </nav>
    </header>
  );
}

function Footer({ path }: { path: string }) {
  const { t } = useTranslation('ui');
  const link = '-mx-2 inline-flex min-h-11 items-center px-2 underline-offset-6 hover:underline';
  const pages = [
    ['/#how', t('nav.howItWorks')],
    ['/#passes', t('nav.passes')],
    ['/auth', t('nav.signIn')],
    ['/read', t('footer.articles')],
    ['/help', t('footer.help')],
    ['/contact', t('footer.contact')],
    ['/privacy', t('footer.privacy')],
    ['/terms', t('footer.terms')],
    ['/contract', t('footer.contract')],
    ['/contract?withdraw', t('footer.withdraw')],
    ['/waitlist', t('footer.waitlist')],
  ] as const;
  return (
    <footer className="render-late-84 sm:render-late-60 wide:render-late-48 border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-x-20 gap-y-6 px-5 pt-8 pb-10 wide:grid-cols-[1fr_1.5fr] wide:px-8">
        <p className="max-w-sm text-sm text-ink-2">{t('footer.note', { name: PRODUCT_NAME })}</p>
        <nav aria-label={t('footer.label')}>
          <ul className="flex flex-wrap gap-x-7">
            {pages.map(([href, label]) => (
              <li key={href}>
                <a href={href} className={link}>
                  {label}
                </a>
              </li>
            ))}
            <li>
              <button type="button" data-cookies-open="" className={link}>
                {t('footer.cookies')}
              </button>
            </li>
            <li>
              <LanguageLink path={path} className={link} />
            </li>
            <li>
              <ThemeSwitch
                toNight={t('theme.toNight')}
                toDawn={t('theme.toDawn')}
                className="underline-offset-6 hover:underline"
              />
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}
