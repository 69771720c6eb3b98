import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { isLanguage } from '#shared/rules/languages.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { useChangeLanguage } from '#web/features/account/hooks/use-change-language.ts';
import { useServerConfig } from '#web/features/identity/queries.ts';
import { LazyNetworkNotice } from '#web/features/offline/components/needs-network.tsx';
import { Logo } from '#web/features/art/components/logo.tsx';
import { LazyFreshSignIn } from '#web/features/security/components/lazy-fresh-sign-in.tsx';
import { LazyStudioCodeForm } from '#web/features/security/components/lazy-studio-code.tsx';
import { studioFactorQuery, useSignInSessions } from '#web/features/security/queries.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { StudioSearch } from './studio-search.tsx';
import { isStudioPageOpen, listStudioPages, type StudioPageKey } from '../model.ts';

const FRAME = 'mx-auto w-full max-w-6xl px-5 wide:px-8';
const LINK = 'inline-flex min-h-11 items-center underline-offset-6 hover:underline';

interface StudioFrameProps {
  page: StudioPageKey;
  title: string;
  lead?: ReactNode;
  /** Beside the heading: the page's primary action. */
  action?: ReactNode;
  /** Above the heading: the way back to the list. */
  above?: ReactNode;
  /** Names what is opened within the page: when it changes, the heading gets the focus. */
  place?: string;
  /**
   * For work that needs the whole screen: without the studio's header and places, and with what is in
   * `data-studio-bar` beside the heading.
   */
  bare?: boolean;
  children: ReactNode;
}

/**
 * The frame of every page of the admin area ("the studio"): header and navigation. Instead of its content it asks for
 * two-step sign-in where the account has a password but no second factor, or for a code where Firebase signs people in.
 */
export function StudioFrame(props: StudioFrameProps) {
  const { page, title, lead, action, above, place = '', bare = false, children } = props;
  const { t } = useTranslation(['admin', 'errors']);
  const isOpen = isStudioPageOpen(page, useProfile().role);
  // A person who loses the role while the page is open keeps what they typed in sight.
  const [wasOpen] = useState(isOpen);
  usePageTitle(`${title} · ${t('admin:title')}`);
  const { data: config } = useServerConfig();
  const Gate = config?.authProvider === 'firebase' ? FirebaseGate : BuiltinGate;
  return (
    <div className="flex grow flex-col">
      {!bare && <StudioHeader />}
      {!bare && <StudioPlaces page={page} />}
      <div
        className={`${FRAME} pb-16 ${bare ? 'pt-2 wide:grid wide:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)] wide:items-center wide:gap-x-6 wide:*:col-span-full wide:*:data-studio-bar:col-span-1 wide:*:data-studio-bar:row-start-1' : 'pt-6'}`}
      >
        {!bare && above}
        <div
          data-studio-bar={bare ? '' : undefined}
          className={
            bare
              ? 'flex min-w-0 items-center gap-2'
              : 'mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3'
          }
        >
          {bare && above}
          <div className="min-w-0">
            <Heading title={title} place={place} small={bare} />
            {lead && <p className="mt-2 max-w-prose text-ink-2">{lead}</p>}
          </div>
          {action}
        </div>
        <LazyNetworkNotice what="studio" />
        {!isOpen && (
          <div className="sticky top-2 z-10 mb-6">
            <Notice tone="refusal">
              {t('errors:admin_required')} {t(wasOpen ? 'admin:revoked' : 'admin:otherRole')}
            </Notice>
          </div>
        )}
        {config && (isOpen || wasOpen) && <Gate>{children}</Gate>}
        <LazyFreshSignIn />
      </div>
    </div>
  );
}

function Heading({ title, place, small }: { title: string; place: string; small: boolean }) {
  const ref = useRef<HTMLHeadingElement>(null);
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    scrollTo(0, 0);
    ref.current?.focus({ preventScroll: true });
  }, [place]);
  return (
    // An address is one long word.
    <h1
      ref={ref}
      tabIndex={-1}
      className={`wrap-anywhere ${small ? 'line-clamp-2 text-xl' : title.includes('@') ? 'text-xl sm:text-3xl' : 'text-3xl'}`}
    >
      {title}
    </h1>
  );
}

function StudioHeader() {
  const { t } = useTranslation(['admin', 'ui']);
  const choose = useChangeLanguage();
  const other = t('ui:language.otherCode');
  return (
    <header className={`${FRAME} flex flex-wrap items-center justify-between gap-x-6 py-3`}>
      <Link href={paths.admin()} className="inline-flex min-h-11 items-center gap-3">
        <Logo />
        <span className="text-ink-2">{t('admin:title')}</span>
      </Link>
      <div className="flex flex-wrap items-center gap-x-5 text-sm">
        <StudioSearch />
        <button
          type="button"
          data-language-switch=""
          lang={other}
          className={LINK}
          onClick={() => isLanguage(other) && void choose(other)}
        >
          {t('ui:language.other')}
        </button>
        <Link href={paths.home()} className={LINK}>
          {t('admin:toApp')}
        </Link>
        <ThemeSwitch toNight={t('ui:theme.toNight')} toDawn={t('ui:theme.toDawn')} />
      </div>
    </header>
  );
}

/** The places of the studio that the person's role opens, in one line, which scrolls on a phone. */
function StudioPlaces({ page }: { page: StudioPageKey }) {
  const { t } = useTranslation('admin');
  const { role } = useProfile();
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <nav aria-label={t('places.label')} className={FRAME}>
      <ul className="relative flex gap-5 overflow-x-auto border-b border-line max-sm:-mx-5 max-sm:px-5 max-sm:[mask-image:linear-gradient(to_right,transparent,#000_1.25rem,#000_calc(100%-2.5rem),transparent)]">
        {listStudioPages(role).map(({ key, path }) => (
          <li key={key} className="shrink-0">
            <Link
              ref={key === page ? current : undefined}
              href={path}
              aria-current={key === page ? 'page' : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent px-0.5 text-ink-2 -outline-offset-2 hover:text-ink aria-[current]:border-horizon aria-[current]:font-medium aria-[current]:text-ink"
            >
              {t(`places.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BuiltinGate({ children }: { children: ReactNode }) {
  const { data, isPending } = useSignInSessions();
  if (data?.hasPassword === true && !data.hasSecondFactor) return <SecondFactorNeeded />;
  return isPending ? null : children;
}

function FirebaseGate({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery(studioFactorQuery);
  if (data && !data.isOn) return <SecondFactorNeeded />;
  if (data && !data.isOpen) return <LazyStudioCodeForm />;
  return isPending ? null : children;
}

function SecondFactorNeeded() {
  const { t } = useTranslation(['admin', 'errors']);
  return (
    <Notice
      actions={
        <Link
          href={paths.profile('settings')}
          className="text-link inline-flex min-h-11 items-center"
        >
          {t('admin:secondFactor')}
        </Link>
      }
    >
      {t('errors:second_factor_required')}
    </Notice>
  );
}
