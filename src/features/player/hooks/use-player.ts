import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Player } from '#web/features/narration/engine/player.ts';

/** The player's state as React state. */
export const usePlayerState = (player: Player) =>
  useSyncExternalStore(player.subscribe, player.state);

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
