import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { useProfile } from '#web/features/account/queries.ts';
import type { Player } from '#web/features/narration/store.ts';
import { createKeeper } from './queries.ts';
import { nowPlaying } from './session/now-playing.ts';
import { createSession, type OpenSession } from './session/open-session.ts';

/** The session of a page: the one that plays already when it is this, else a new one, open while the page is. */
export function useSession(content: ContentDetail): OpenSession {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const [session] = useState(() => {
    const playing = nowPlaying.get();
    const { id, language } = content;
    if (playing?.content.id === id && playing.content.language === language) return playing;
    const href = location.pathname + location.search;
    return createSession(content, href, createKeeper(queryClient, owner, id));
  });
  useEffect(() => {
    nowPlaying.enter(session);
    return () => nowPlaying.leave(session);
  }, [session]);
  const { positionMs } = content;
  useEffect(() => session.goOnFrom(positionMs), [session, positionMs]);
  return session;
}

/** What the player shows, changed only when it does. */
export const usePlayerState = (player: Player) =>
  useSyncExternalStore(player.subscribe, player.state);

/** Whole seconds of the session, changed only when they do: enough for a clock and a slider. */
export function useSeconds(player: Player, playing: boolean): number {
  const [seconds, setSeconds] = useState(() => Math.floor(player.position() / 1000));
  useEffect(() => {
    const read = () => setSeconds(Math.floor(player.position() / 1000));
    read();
    const stop = player.subscribe(read);
    const timer = playing ? setInterval(read, 250) : undefined;
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [player, playing]);
  return seconds;
}

/** Draws on each frame while the session plays and is seen, and once whenever it stands still. */
export function useFrames(
  player: Player,
  playing: boolean,
  draw: (position: number) => void,
): void {
  const onDraw = useEffectEvent(draw);
  useEffect(() => {
    let frame = 0;
    const paint = () => {
      onDraw(player.position());
      if (playing) frame = requestAnimationFrame(paint);
    };
    paint();
    const stop = player.subscribe(() => onDraw(player.position()));
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [player, playing]);
}
