import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useProfile } from '#web/features/account/queries.ts';
import type { OpenSession } from '#web/features/player/engine/open-session.ts';
import { cacheContent } from '#web/features/player/queries.ts';
import { playNextSessionsIfTimerOrDayAsks } from '../engine/play-next.ts';

/**
 * While it is mounted, plays the next session when the open one ends (see `playNextSessionsIfTimerOrDayAsks`); `enter` makes it the open
 * one. Renders nothing.
 */
export function Autoplay(props: { session: OpenSession; enter: (session: OpenSession) => void }) {
  const { session, enter } = props;
  const owner = useProfile().id;
  const queryClient = useQueryClient();
  useEffect(
    () =>
      playNextSessionsIfTimerOrDayAsks(session, {
        owner,
        enter: (next, former) => {
          const isOnPage = location.pathname + location.search === former.href;
          cacheContent(queryClient, next.content);
          enter(next);
          if (isOnPage) navigate(next.href, { replace: true });
        },
      }),
    [session, owner, enter, queryClient],
  );
  return null;
}
