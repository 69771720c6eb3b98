import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Player } from '#web/features/narration/engine/player.ts';
import type { OpenSession } from '../engine/open-session.ts';

/** Returns the player's state, and renders again when it changes. */
export const usePlayerState = (player: Player) =>
  useSyncExternalStore(player.subscribe, player.state, player.state);

/** Returns the choice of the session's sleep timer, and renders again when it changes. */
export const useSleepChoice = ({ sleep }: OpenSession) =>
  useSyncExternalStore(sleep.subscribe, sleep.choice, sleep.choice);

/** Returns the position in whole seconds, and renders again when it changes. */
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

/** Returns whether `isOn` has been true for longer than `ms` without a break. */
export function useHasLasted(isOn: boolean, ms: number): boolean {
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
export function useAnimationFrames(
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
