/** The sounds of a flight that can be practised by ear: each sounds like no other of them. Keys of the catalogue `sounds`. */
export const PRACTISED_SOUNDS = [
  'chime_single',
  'engine_start',
  'flaps_out',
  'engine_roar',
  'power_back',
  'hum_cruise',
  'rain_window',
  'spoilers_air',
  'gear_down',
  'touch_down_bump',
] as const;
export type PractisedSound = (typeof PRACTISED_SOUNDS)[number];

/** One time that a sound was heard and guessed. */
export interface SoundGuess {
  sound: PractisedSound;
  at: Date;
  sure: number;
  /** Whether it was what they expected. */
  knew: boolean;
}

/**
 * Days until a sound is met again, after so many times in a row that it was known. Growing intervals keep what is learnt for
 * longer (Cepeda and others, Psychological Bulletin, 2006); ten sounds and one answer need no model of memory such as FSRS.
 */
const INTERVAL_DAYS = [1, 3, 7, 16, 35] as const;
const DAY_MS = 86_400_000;

/**
 * Returns when a sound is due again, from its guesses in any order: now where it was never heard. One known again before it was due
 * changes nothing; one that was not known begins anew.
 */
export function computeSoundDueTime(guesses: readonly SoundGuess[], sound: PractisedSound): Date {
  let level = -1;
  let due = 0;
  const own = guesses
    .filter((one) => one.sound === sound)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at, knew } of own) {
    if (knew && at.getTime() < due) continue;
    level = knew ? Math.min(level + 1, INTERVAL_DAYS.length - 1) : -1;
    due = at.getTime() + (INTERVAL_DAYS[level] ?? INTERVAL_DAYS[0]) * DAY_MS;
  }
  return new Date(due);
}

/** Lists the sounds that are due, those that waited longest first. */
export function listDueSounds(guesses: readonly SoundGuess[], now: Date): PractisedSound[] {
  const dues = PRACTISED_SOUNDS.map((sound) => ({
    sound,
    due: computeSoundDueTime(guesses, sound),
  }));
  return dues
    .filter(({ due }) => due <= now)
    .toSorted((a, b) => a.due.getTime() - b.due.getTime())
    .map(({ sound }) => sound);
}
