import { createSoundTimers } from './sound-timers.ts';

type Role = 'narration' | 'ambience';

const timers = createSoundTimers(() => performance.now());

/** Calls `callback` once after `ms` milliseconds, on a locked phone too while a sound plays; returns a function that cancels. */
export const { schedule } = timers;

const elements = new Map<Role, HTMLAudioElement>();

/**
 * Returns the page's audio element for a role, always the same one: a locked iPhone plays on only in an element that a
 * press has played before.
 */
export function getAudioElement(role: Role): HTMLAudioElement {
  const known = elements.get(role);
  if (known) return known;
  const audio = new Audio();
  for (const type of ['timeupdate', 'ended']) audio.addEventListener(type, timers.ringOverdue);
  elements.set(role, audio);
  return audio;
}
