import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { placeNotices } from '#shared/rules/page-notices.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import type { User } from '#shared/contract/users.ts';
import { PROFILE_QUERY_KEY } from '#web/features/account/queries.ts';
import { FeedbackBanner } from '#web/features/feedback/components/feedback-banner.tsx';
import { LazyFooterNotice } from '#web/features/offline/components/lazy-footer-notice.tsx';
import { useIsFooterNoticeShown } from '#web/features/offline/store.ts';
import {
  currentSessionStore,
  useCurrentOpenSession,
} from '#web/features/player/session/now-playing.ts';
import { SignedInFooter } from './footer.tsx';
import { waitForIdle } from '#web/lib/idle.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { fetchOrNullIfSignedOut } from '#web/lib/query-client.ts';
import { DeferredChildren } from '#web/ui/deferred-children.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { padPageAboveBar } from '#web/ui/page-padding.ts';
import { Header, Navigation, SkipLink } from './navigation.tsx';
import { cacheMarkup } from '#web/lib/cached-markup.ts';
import { PageFallback } from './page-fallback.tsx';

/** Around the pages of visitors, and loaded for them alone. */
const PublicShell = createLazyComponent(
  () => import('#web/features/landing/components/public-shell.tsx').then((m) => m.PublicShell),
  PageFallback,
);
const Autoplay = createLazyComponent(() =>
  import('#web/features/autoplay/components/autoplay.tsx').then((m) => m.Autoplay),
);
const MiniPlayer = createLazyComponent(() =>
  import('#web/features/player/components/mini-player.tsx').then((m) => m.default),
);

const CookieNotice = createLazyComponent(async () => {
  await waitForIdle();
  const [module] = await Promise.all([
    import('#web/features/cookie-consent/components/live-cookie-notice.tsx'),
    loadCatalogueGroup('cookies'),
  ]);
  return module.InAppCookieNotice;
});

const KeptSkipLink = cacheMarkup(SkipLink);
const KeptHeader = cacheMarkup(Header);
const KeptNavigation = cacheMarkup(Navigation);

interface ShellProps {
  state: PersonState;
  path: string;
  /** Hides header and navigation, for pages that fill the screen and have their own exit (onboarding, the player, the studio); the footer stays below it. */
  bare: boolean;
  children: ReactNode;
}

/** The app's frame around every page: header, navigation, the beta banner, and the mini player of an open session. */
export function Shell({ state, path, bare, children }: ShellProps) {
  const session = useCurrentOpenSession();
  // A session that plays when the pass ends is played to its end.
  const canPlay = state !== 'signed_out' && state !== 'onboarding';
  useEffect(() => {
    if (!canPlay) currentSessionStore.close();
  }, [canPlay]);
  // Preloaded while the session plays on its own page: the network may be gone when another page is opened.
  const hasSession = session !== null;
  useEffect(() => {
    if (hasSession) void MiniPlayer.preload();
  }, [hasSession]);
  const hasDeviceLine = useIsFooterNoticeShown();
  const notices = placeNotices(path, state, { isPlaying: hasSession, hasDeviceLine });
  const isBarHeld = !bare || notices.beta === 'held';
  if (state === 'signed_out')
    return (
      <PublicShell path={path} notice={<CookieNotice place={notices.consent} />}>
        {children}
      </PublicShell>
    );
  return (
    <div data-shell="" className="flex min-h-dvh flex-col">
      <KeptSkipLink />
      {!bare && <KeptHeader state={state} path={path} />}
      {notices.announcement === 'top' && <Announcement path={path} />}
      {/* The footer begins below the first screen, so that it never moves while the page loads. */}
      <main
        id="page"
        className={`flex grow flex-col ${bare ? 'min-h-[calc(100dvh-var(--banner))]' : 'min-h-[calc(100dvh-4.5rem)]'}`}
      >
        {children}
      </main>
      {session && <Autoplay session={session} enter={currentSessionStore.enter} />}
      <DeferredChildren>
        {!bare && <AddressToConfirm />}
        {notices.announcement === 'footer' && <Announcement path={path} />}
        {/* In the flow, where it covers nothing; a held one gives way to the question about cookies (theme.css). */}
        <FeedbackBanner place={notices.beta === 'held' ? 'reserve' : 'footer'} />
        <SignedInFooter state={state} />
        {notices.consent === 'end' && <CookieNotice place="end" />}
      </DeferredChildren>
      {(isBarHeld || session) && (
        <div
          ref={isBarHeld ? padPageAboveBar : undefined}
          data-held=""
          className={`bottom-0 z-20 ${session && !bare ? 'tall:sticky' : bare ? 'taller:sticky' : 'tall:max-taller:contents taller:sticky'}`}
        >
          {session && !bare && <MiniPlayer key={session.content.id} session={session} />}
          {(notices.device || (session && bare)) && <LazyFooterNotice isListening={hasSession} />}
          {notices.consent === 'held' && <CookieNotice place="held" />}
          {notices.beta === 'held' && <FeedbackBanner place="held" />}
          {!bare && <KeptNavigation state={state} path={path} position="bottom" />}
        </div>
      )}
    </div>
  );
}

const ConfirmAddress = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('#web/features/security/components/confirm-address.tsx'),
    loadCatalogueGroup('profile'),
  ]);
  return module.ConfirmEmailReminder;
});

/** Asks for the confirmation of the address, above the footer, while it is unconfirmed. */
function AddressToConfirm() {
  const { data: profile } = useQuery<User>({ queryKey: PROFILE_QUERY_KEY, enabled: false });
  return profile?.emailConfirmed === false && <ConfirmAddress />;
}

const Banner = createLazyComponent(() =>
  import('#web/features/banners/components/banner.tsx').then((m) => m.Banner),
);

/** What the operator announces; its code is loaded where there is something. The list comes with the page. */
function Announcement({ path }: { path: string }) {
  const { data } = useQuery({
    queryKey: ['/api/banners/active'],
    // An announcement never leads to the sign-in.
    queryFn: fetchOrNullIfSignedOut,
    retry: false,
  });
  return Array.isArray(data) && data.length > 0 && <Banner path={path} />;
}
