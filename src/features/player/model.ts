import type { Cue } from '#shared/rules/script-timing.ts';
import type { PlayerState } from '#web/features/narration/engine/player.ts';

/**
 * Returns whether pressing the play button pauses the session: not while it is paused already or waits for the
 * listener.
 */
export const willPressPause = ({ playing, held }: PlayerState) => playing && !held;

/** Returns the translation key of the play button's label: what pressing it does. */
export const getPlayLabelKey = (state: PlayerState) =>
  state.held ? 'hold.goOn' : state.playing ? 'controls.pause' : 'controls.play';

/** Returns the index of the first spoken sentence among the cues from the index `from` on; -1 when there is none. */
export const findSentenceIndexFrom = (cues: readonly Cue[], from: number) =>
  cues.findIndex((cue, index) => index >= from && cue.type === 'say');

/** Returns whether a cue can be left before its time by a reader: a sentence, or the silence after it. */
export const canReaderSkipCue = (cue: Cue | undefined) =>
  cue?.type === 'say' || cue?.type === 'pause';
