import type { PlayerState } from '#web/features/narration/engine/player.ts';

/** Whether the play button pauses: neither while the session stands nor while it waits for the listener. */
export const isPausable = ({ playing, held }: PlayerState) => playing && !held;

/** The translation key of what the play button does. */
export const getPlayLabel = (state: PlayerState) =>
  state.held ? 'hold.goOn' : state.playing ? 'controls.pause' : 'controls.play';
