import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { createOpenSession, type OpenSession } from '../engine/open-session.ts';
import { createListenRecorder } from '../queries.ts';
import { currentSessionStore } from '../session/now-playing.ts';

/**
 * Returns the open session for a page: the one that plays already if it has the same id and language, else a new one.
 * When the page is left, a playing session continues and a paused one is closed.
 */
export function useOpenSession(content: ContentDetail): OpenSession {
  const owner = useProfile().id;
  const [path] = useLocation();
  const search = useSearch();
  const [session] = useState(() => {
    const playing = currentSessionStore.get();
    const { id, language } = content;
    if (playing?.content.id === id && playing.content.language === language) return playing;
    return createOpenSession(
      content,
      search === '' ? path : `${path}?${search}`,
      createListenRecorder(owner, id),
    );
  });
  useEffect(() => {
    currentSessionStore.enter(session);
    return () => currentSessionStore.leave(session);
  }, [session]);
  const { positionMs, selfRatings } = content;
  useEffect(
    () => session.resumeFrom({ positionMs, selfRatings }),
    [session, positionMs, selfRatings],
  );
  return session;
}
