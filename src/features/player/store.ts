import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { sessionArtSvg } from '#web/features/art/components/session-art.tsx';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { findDeviceVoice } from './engine/device-voice.ts';
import { createListening, isHeard, type Listen, resumeAt } from './engine/listening.ts';
import { createPlayer, type Kit, type Player } from './engine/player.ts';
import { openRecording } from './engine/recording.ts';
import { createSoundscape } from '#web/features/soundscape/store.ts';

export const BACK_MS = 10_000;
export const FORWARD_MS = 30_000;

function browserKit(): Kit {
  return {
    now: () => performance.now(),
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    sound: createSoundscape(),
    openRecording: (...input) => openRecording(...input),
    findDeviceVoice: (language, found) => findDeviceVoice(language, found),
  };
}

/** The player of one session: its engine, its state on screen, and what is told of the listening. */
export function usePlayer(content: ContentDetail, record: (listen: Listen) => void) {
  const [{ player, kit, listening, startedAt }] = useState(() => {
    const kit = browserKit();
    const startedAt = resumeAt(content.positionMs, content.durationMs);
    const newId = () => crypto.randomUUID();
    const timeZone = ownTimeZone();
    const listening = createListening({ contentId: content.id, timeZone, now, newId });
    return { kit, startedAt, player: createPlayer(content, kit, startedAt), listening };
  });
  const state = useSyncExternalStore(player.subscribe, player.state);
  const [completed, setCompleted] = useState(false);
  const { durationMs } = content;

  const flush = useCallback(() => {
    const at = { positionMs: player.position(), sinceSeekMs: player.sinceSeekMs(), durationMs };
    if (isHeard(at)) {
      listening.complete();
      setCompleted(true);
    }
    const listen = listening.take({ ...at, playedMs: player.playedMs() });
    if (listen) record(listen);
    if (player.state().playing) listening.begin();
  }, [player, listening, durationMs, record]);

  useEffect(() => {
    let playing = player.state().playing;
    return player.subscribe(() => {
      if (player.state().playing === playing) return;
      playing = !playing;
      if (playing) listening.begin();
      else flush();
    });
  }, [player, listening, flush]);
  const onLeave = useEffectEvent(flush);
  useEffect(() => {
    const detach = player.attach();
    return () => {
      detach();
      onLeave();
    };
  }, [player]);
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', onHide);
    addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', flush);
    };
  }, [flush]);

  const markComplete = () => {
    listening.complete();
    setCompleted(true);
    player.pause();
    flush();
  };
  return { player, state, sound: kit.sound, completed, markComplete, startedAt };
}

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

/** Hands the session to the device's own media keys and lock screen. */
export function useMediaSession(content: ContentDetail, player: Player, playing: boolean): void {
  const { id, kind, title, author } = content;
  useEffect(() => {
    if (!('mediaSession' in navigator)) return undefined;
    const media = navigator.mediaSession;
    const type = 'image/svg+xml';
    // A data: address, because the content security policy lets no blob: be an image.
    const src = `data:${type},${encodeURIComponent(sessionArtSvg(id, kind))}`;
    const artwork = [{ src, sizes: '480x640', type }];
    media.metadata = new MediaMetadata({ title, artist: author, artwork });
    const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', player.play],
      ['pause', player.pause],
      ['seekbackward', ({ seekOffset }) => player.skip(-(seekOffset ?? BACK_MS / 1000) * 1000)],
      ['seekforward', ({ seekOffset }) => player.skip((seekOffset ?? FORWARD_MS / 1000) * 1000)],
      ['seekto', ({ seekTime }) => player.seek((seekTime ?? 0) * 1000)],
    ];
    for (const [action, handler] of actions) media.setActionHandler(action, handler);
    return () => {
      for (const [action] of actions) media.setActionHandler(action, null);
      media.metadata = null;
    };
  }, [id, kind, title, author, player]);
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.playbackState = playing ? 'playing' : 'paused';
  }, [playing]);
}
