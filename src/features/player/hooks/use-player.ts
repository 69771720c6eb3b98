import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import type { Player, PlayerState } from '#web/features/narration/engine/player.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useLocation, useSearch } from 'wouter';
import { useProfile } from '#web/features/account/queries.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { type PlayerCommand, findPlayerCommand } from '../engine/keyboard.ts';
import { createOpenSession, type OpenSession } from '../engine/open-session.ts';
import { findSentenceIndexFrom } from '../model.ts';
import { createListenRecorder } from '../queries.ts';
import { currentSessionStore } from '../session/now-playing.ts';
import { usePlayerSettings } from '../session/settings.ts';

/**
 * Returns the open session for a page: the one that plays already if it has the same id and language, else a new one.
 * When the page is left, a playing session continues and a paused one is closed; an exposure stops there, and the small
 * player leads back to it.
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
    return () => {
      const { player, content } = session;
      // Whoever walks away from what frightens has had enough of it. On board a piece goes on beside the phases.
      if (content.kind === 'load' && content.form !== 'seat' && player.state().playing)
        player.pause();
      else currentSessionStore.leave(session);
    };
  }, [session]);
  const { positionMs, selfRatings } = content;
  useEffect(
    () => session.resumeFrom({ positionMs, selfRatings }),
    [session, positionMs, selfRatings],
  );
  return session;
}

/** Returns the player's state, and renders again when it changes. */
export const usePlayerState = (player: Player) =>
  useSyncExternalStore(player.subscribe, player.state, player.state);

/** Returns the choice of the session's sleep timer, and renders again when it changes. */
export const useSleepChoice = ({ sleep }: OpenSession) =>
  useSyncExternalStore(sleep.subscribe, sleep.choice, sleep.choice);

/** Returns the playback position in whole seconds, and rerenders when it changes. */
export function usePlaybackSeconds(player: Player, playing: boolean): number {
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

/** Returns whether `isOn` has been true for longer than `ms` without a break. */
export function useIsTrueForLongerThan(isOn: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setHasLasted(true), ms);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isOn, ms]);
  return hasLasted;
}

/**
 * Calls `draw` with the position in milliseconds: on each animation frame while the session plays, now, and on each
 * change of the player's state.
 */
export function usePlaybackFrames(
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

/**
 * Calls `run` for each keyboard shortcut of the player, except while a dialog is open. Without `lettersOn`, keys that
 * are letters are no shortcuts.
 */
export function usePlayerShortcuts(
  lettersOn: boolean,
  run: (command: PlayerCommand) => void,
): void {
  const onCommand = useEffectEvent(run);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      const command = findPlayerCommand(event, lettersOn);
      if (!command) return;
      event.preventDefault();
      onCommand(command);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [lettersOn]);
}

interface PlayerNoteInput {
  content: ContentDetail;
  state: PlayerState;
  refusal: Error | null;
  /** The session is no longer on show. */
  isGone: boolean;
  /** The session continues from where it was left. */
  resumed: boolean;
}

/** Returns the most important message that the player has to show above its controls; empty for none. */
export function usePlayerMessage({
  content,
  state,
  refusal,
  isGone,
  resumed,
}: PlayerNoteInput): string {
  const { t } = useTranslation('player');
  const describeError = useErrorMessage();
  const { voice } = usePlayerSettings();
  // That there is no voice is said where play was pressed, while the first sentence from there is shown.
  const [playedFrom, setPlayedFrom] = useState<number | null>(null);
  if (playedFrom === null && state.playing) setPlayedFrom(state.cue);
  const isUnheard =
    state.playing &&
    state.narrationMode === 'captions' &&
    playedFrom !== null &&
    state.cue <= findSentenceIndexFrom(content.cues, playedFrom);
  if (refusal) return `${t('complete.refused')} ${describeError(refusal)}`;
  if (isGone) return t('unpublished');
  if (state.voiceLost) return t('voiceLost');
  if (isUnheard && voice) return t('noVoice');
  return resumed && !state.playing ? t('resume.note') : '';
}
