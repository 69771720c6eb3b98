import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonState } from '#shared/rules/person-state.ts';
import { FeedbackBanner } from '#web/features/feedback/components/feedback-banner.tsx';
import { PublicShell } from '#web/features/landing/components/public-shell.tsx';
import { nowPlaying, useNowPlaying } from '#web/features/player/session/now-playing.ts';
import { paths } from '#web/lib/paths.ts';
import { late } from '#web/ui/late.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';

const MiniPlayer = late(() =>
  import('#web/features/player/components/mini-player.tsx').then((m) => m.default),
);

interface ShellProps {
  state: PersonState;
  path: string;
  /** A page that fills the screen and brings its own way out: onboarding, the player. */
  bare: boolean;
  children: ReactNode;
}

/** What stands around every page: header, navigation, the beta banner, and a session that plays on. */
export function Shell({ state, path, bare, children }: ShellProps) {
  const session = useNowPlaying();
  const mayListen = state === 'pass' || state === 'admin';
  useEffect(() => {
    if (!mayListen) nowPlaying.close();
  }, [mayListen]);
  // While it is heard on its page, for the pages after it: the network may be gone by then.
  const isHeard = session !== null;
  useEffect(() => {
    if (isHeard) MiniPlayer.preload();
  }, [isHeard]);
  if (state === 'signed_out') return <PublicShell path={path}>{children}</PublicShell>;
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {!bare && <Header state={state} path={path} />}
      <main id="page" className="flex grow flex-col">
        {children}
      </main>
      {!bare && (
        <div
          data-held=""
          className={`bottom-0 z-20 ${session ? 'tall:sticky' : 'tall:max-taller:contents taller:sticky'}`}
        >
          {session && <MiniPlayer key={session.content.id} session={session} />}
          {!isUrgent(path) && !session && <FeedbackBanner />}
          <Navigation state={state} path={path} place="bottom" />
        </div>
      )}
    </div>
  );
}

/** Where somebody needs help, breathes or pays: nothing asks for an opinion there. */
function isUrgent(path: string): boolean {
  const quiet = [paths.sos(), paths.help(), paths.breathe()];
  return quiet.includes(path) || path.startsWith(paths.subscription());
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
