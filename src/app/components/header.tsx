import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import { Logo } from '#web/features/art/components/logo.tsx';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Navigation } from './navigation.tsx';

/** The way home, the places, and help, which leads nowhere new on its own page. */
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
        {state && <Navigation state={state} path={path} place="top" />}
        {path !== paths.sos() && (
          <Link href={paths.sos()} asChild>
            <ButtonLink
              data-no-print=""
              variant="secondary"
              className="min-h-11 min-w-0 border-line px-4"
              icon={<Icon name="help" className="size-5 shrink-0 text-flow" />}
            >
              {t('nav.helpNow')}
            </ButtonLink>
          </Link>
        )}
      </div>
    </header>
  );
}
