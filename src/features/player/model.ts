import type { Cue } from '#shared/rules/script-timing.ts';
import type { PlayerState } from '#web/features/narration/engine/player.ts';

/** Whether the play button pauses: neither while the session stands nor while it waits for the listener. */
export const isPausable = ({ playing, held }: PlayerState) => playing && !held;

/** The translation key of what the play button does. */
export const getPlayLabel = (state: PlayerState) =>
  state.held ? 'hold.goOn' : state.playing ? 'controls.pause' : 'controls.play';

/** Returns the index of the first sentence from a cue on; -1 where nothing more is said. */
export const findFirstSaid = (cues: readonly Cue[], from: number) =>
  cues.findIndex((cue, index) => index >= from && cue.type === 'say');
