import type { Cue } from './script-timing.ts';

/** Shorter than this, the fear has no time to be stayed with (docs/decisions/047-doses-and-habits.md). */
export const MIN_ANNOUNCED_STAY_MS = 30_000;
/** How many sentences before a silence may say how long it is. */
const SENTENCES_BEFORE = 3;
/** How the scripts name a length of half a minute or more. What happens "in a minute" names none. */
const LENGTHS = [
  /(?<!\bin )(?:\b(?:a|one|full|whole|same|last|another|this) )minute\b/iu,
  /\b(?:two|three|four) (?:full |whole )?minutes\b/iu,
  /\b(?:thirty|forty|fifty|sixty|seventy|ninety)(?:-five)? seconds\b/iu,
  /(?<!\bdans )(?:\b(?:une|même|autre|dernière|pleine|bonne|longue|cette) |\bdemi-|\bquarts? de )minute\b/iu,
  /\b(?:deux|trois|quatre) minutes\b/iu,
  /\b(?:trente|quarante|cinquante|soixante|quatre-vingt-dix)(?:-cinq)? secondes\b/iu,
];

/** Breathing as quick as this brings on what is feared: it is the exposure itself, and no help with it. */
const QUICK_CYCLE_MS = 2000;

const isStay = (cue: Cue) =>
  cue.type === 'pause' ||
  cue.type === 'sound' ||
  (cue.type === 'breathe' && cue.duration / cue.cycles <= QUICK_CYCLE_MS);

/** A time in which nothing is spoken: `index` of its first cue, length in milliseconds. */
export interface AnnouncedStay {
  index: number;
  ms: number;
}

/**
 * Lists the stays of a script that count: 30 s or more of pauses, sounds and quick breathing with nothing spoken or
 * asked in between, announced with their length in one of the three sentences just before.
 */
export function listAnnouncedStays(cues: readonly Cue[]): AnnouncedStay[] {
  const stays: AnnouncedStay[] = [];
  let said: string[] = [];
  let stay: AnnouncedStay | null = null;
  const end = () => {
    if (stay && stay.ms >= MIN_ANNOUNCED_STAY_MS && namesLength(said)) stays.push(stay);
    if (stay) said = [];
    stay = null;
  };
  for (const [index, cue] of cues.entries()) {
    if (cue.type === 'ambience' || cue.type === 'chime') {
      if (stay) stay.ms += cue.duration;
    } else if (isStay(cue)) {
      stay ??= { index, ms: 0 };
      stay.ms += cue.duration;
    } else {
      end();
      if (cue.type === 'say') said.push(cue.text);
      else said = [];
    }
  }
  end();
  return stays;
}

/** Whether the last sentences say a length; no-break spaces between the words count as spaces. */
function namesLength(said: readonly string[]): boolean {
  return said
    .slice(-SENTENCES_BEFORE)
    .some((sentence) => LENGTHS.some((length) => length.test(sentence.replace(/\s/gu, ' '))));
}
