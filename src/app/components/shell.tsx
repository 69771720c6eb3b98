import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import { Logo } from '#web/features/art/components/logo.tsx';
import { FeedbackBanner } from '#web/features/feedback/components/feedback-banner.tsx';
import { PublicShell } from '#web/features/landing/components/public-shell.tsx';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Navigation } from './navigation.tsx';

interface ShellProps {
  state: PersonState;
  path: string;
  /** A page that fills the screen and brings its own way out: onboarding, the player. */
  bare: boolean;
  children: ReactNode;
}

/** What stands around every page: header, navigation, the beta banner. */
export function Shell({ state, path, bare, children }: ShellProps) {
  if (state === 'signed_out') return <PublicShell path={path}>{children}</PublicShell>;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {!bare && <Header state={state} path={path} />}
      <main id="page" className="flex grow flex-col">
        {children}
      </main>
      {!bare && (
        <div className="sticky bottom-0 z-20">
          <FeedbackBanner />
          <Navigation state={state} path={path} place="bottom" />
        </div>
      )}
    </div>
  );
}

function SkipLink() {
  const { t } = useTranslation('ui');
  return (
    <a
      href="#page"
      className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-full focus:bg-ink focus:px-5 focus:py-3 focus:text-on-ink"
    >
      {t('nav.skip')}
    </a>
  );
}

function Header({ state, path }: { state: PersonState; path: string }) {
  const { t } = useTranslation('ui');
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-5 py-4 wide:px-8">
      <Link
        href={paths.home()}
        aria-label={t('nav.home', { name: PRODUCT_NAME })}
        className="inline-flex min-h-11 items-center"
      >
        <Logo />
      </Link>
      <div className="flex items-center gap-6">
        <Navigation state={state} path={path} place="top" />
        <Link href={paths.sos()} asChild>
          <ButtonLink
            variant="secondary"
            className="min-h-11 border-line px-4"
            icon={<Icon name="help" className="size-5 text-flow" />}
          >
            {t('nav.helpNow')}
          </ButtonLink>
        </Link>
      </div>
    </header>
  );
}
