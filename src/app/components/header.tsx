import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import { Logo } from '#web/features/art/components/logo.tsx';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { Navigation } from './navigation.tsx';

/** The app's header: link to the start page, main navigation, and help (not a link on the help page itself). */
export function Header({ state, path }: { state: PersonState | null; path: string }) {
  const { t } = useTranslation('ui');
  return (
    <header className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4 wide:px-8">
      <Link
        href={paths.home()}
        aria-label={t('nav.home', { name: PRODUCT_NAME })}
        className="inline-flex min-h-11 items-center"
      >
        <Logo />
      </Link>
      <div className="flex min-w-0 items-center gap-6">
        {state && <Navigation state={state} path={path} position="top" />}
        {path !== paths.sos() && <HelpButton />}
      </div>
    </header>
  );
}
