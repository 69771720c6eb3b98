import { Link } from 'wouter';
import type { PersonState } from '#shared/rules/person-state.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import { PRODUCT_NAME } from '#shared/product.ts';
import { Logo } from '#web/features/art/components/logo.tsx';
import { HelpButton } from '#web/features/help/components/help-button.tsx';

/** A link for keyboard users that skips the header and moves the focus to the page's content. */
export function SkipLink() {
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

/** Navigation items by account state. Without a pass only the profile and the subscription page are open. */
const NAVIGATION_ITEMS = {
  access: [
    { key: 'home', href: paths.home(), icon: 'home' },
    { key: 'library', href: paths.library(), icon: 'windows' },
    { key: 'programs', href: paths.programs(), icon: 'path' },
    { key: 'profile', href: paths.profile(), icon: 'person' },
  ],
  no_pass: [
    { key: 'subscription', href: paths.subscription(), icon: 'lock' },
    { key: 'profile', href: paths.profile(), icon: 'person' },
  ],
} as const;

function isCurrent(href: string, path: string): boolean {
  return href === '/' ? path === '/' : path.startsWith(href);
}

/**
 * The main navigation, rendered twice: in the header for wide screens and at the bottom for phones, where it takes two
 * lines when the text is large. CSS shows one of them.
 */
export function Navigation({
  state,
  path,
  position,
}: {
  state: PersonState;
  path: string;
  position: 'top' | 'bottom';
}) {
  const { t } = useTranslation(['app', 'ui']);
  if (state === 'onboarding' || state === 'signed_out') return null;
  const items = state === 'no_pass' ? NAVIGATION_ITEMS.no_pass : NAVIGATION_ITEMS.access;
  const bottom = position === 'bottom';
  return (
    <nav
      aria-label={t('ui:nav.label')}
      className={
        bottom
          ? 'bottom-0 z-20 border-t border-line bg-ground tall:sticky pb-[env(safe-area-inset-bottom)] wide:hidden'
          : 'max-wide:hidden'
      }
    >
      <ul className={bottom ? 'mx-auto flex max-w-md flex-wrap justify-around' : 'flex gap-7'}>
        {items.map(({ key, href, icon }) => (
          <li key={key} className={bottom ? 'min-w-0 flex-[1_1_4.5rem]' : undefined}>
            <Link
              href={href}
              aria-current={isCurrent(href, path) ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center justify-center gap-1 text-ink-2 underline-offset-8 aria-[current]:text-ink ${
                bottom
                  ? 'w-full flex-col px-0.5 pt-2 pb-1.5 text-center text-[0.875rem] [@media(width<336px)]:text-[0.8rem]'
                  : 'min-w-11 hover:underline aria-[current]:underline'
              }`}
            >
              {bottom && <Icon name={icon} className="size-6" />}
              {t(`app:nav.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
