import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Player } from '#web/features/narration/engine/player.ts';
import type { OpenSession } from '../engine/open-session.ts';

/** The player's state as React state. */
export const usePlayerState = (player: Player) =>
  useSyncExternalStore(player.subscribe, player.state, player.state);

/** The choice of the session's sleep timer as React state. */
export const useSleepChoice = ({ sleep }: OpenSession) =>
  useSyncExternalStore(sleep.subscribe, sleep.choice, sleep.choice);

/** The position in whole seconds; re-renders once a second. */
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

/** A wait keeps the screen on for this long; then the device may turn it off, in milliseconds. */
const LONG_MS = 300_000;

/** Whether something has been going on for more than five minutes. */
export function useIsLong(going: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!going) return undefined;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [going]);
  return long;
}

/** Calls `draw` on each animation frame while the session plays and is visible, and once when it stops. */
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
