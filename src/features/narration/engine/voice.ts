import type { Language } from '#shared/rules/languages.ts';

/** How the script is delivered, best mode first. */
export type NarrationMode = 'recording' | 'device' | 'captions';

/** Returns the narration mode (recording, device voice or captions) to fall back to when `mode` has failed. */
export function getFallbackNarrationMode(
  mode: NarrationMode,
  hasDeviceVoice: boolean,
): NarrationMode {
  return mode === 'recording' && hasDeviceVoice ? 'device' : 'captions';
}

type VoiceInfo = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'localService' | 'default'> & {
  voiceURI?: string;
};

const REGIONS: Record<Language, string> = { en: 'en-gb', fr: 'fr-fr' };
// macOS lists novelty voices (Bells, Zarvox) and robotic ones (Eddy, Grandma) among the others, in alphabetical
// order.
const UNSUITABLE_VOICES =
  /^(albert|bad news|bahh|bells|boing|bubbles|cellos|good news|jester|organ|superstar|trinoids|whisper|wobble|zarvox|deranged|hysterical|fred|junior|kathy|ralph|eddy|flo|grandma|grandpa|jacques|reed|rocko|sandy|shelley)\b/i;
const HIGH_QUALITY_VOICES = /enhanced|premium|natural|neural|siri|améliorée|étendue/i;

/**
 * Filters the voices that run on the device for a language. Remote voices would send the script to a server and fail
 * offline.
 */
export function filterLocalVoices<V extends VoiceInfo>(
  voices: readonly V[],
  language: Language,
): V[] {
  return voices.filter(
    (voice) => voice.localService && voice.lang.toLowerCase().split(/[-_]/u)[0] === language,
  );
}

/** Picks a speech voice of the device: the chosen one if it still exists, else the best local one; null without any. */
export function pickDeviceVoice<V extends VoiceInfo>(
  voices: readonly V[],
  language: Language,
  chosen: string | null = null,
): V | null {
  const score = (voice: V) =>
    (HIGH_QUALITY_VOICES.test(voice.name) ? 8 : 0) +
    (voice.lang.toLowerCase().replace('_', '-') === REGIONS[language] ? 4 : 0) +
    (voice.default ? 2 : 0) -
    (UNSUITABLE_VOICES.test(voice.name) ? 16 : 0);
  const local = filterLocalVoices(voices, language);
  const own = local.find((voice) => voice.voiceURI === chosen);
  if (own) return own;
  return local.reduce<V | null>(
    (best, voice) => (best && score(best) >= score(voice) ? best : voice),
    null,
  );
}

const MAX_UTTERANCE_LENGTH = 160;

/** Splits a long sentence at its punctuation: some engines stop about 15 s into one utterance. */
export function splitIntoUtterances(text: string): string[] {
  if (text.length <= MAX_UTTERANCE_LENGTH) return [text];
  const pieces: string[] = [];
  for (const clause of text.split(/(?<=[,;:—–…])\s+/u)) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + clause.length < MAX_UTTERANCE_LENGTH)
      pieces[pieces.length - 1] = `${last} ${clause}`;
    else pieces.push(clause);
  }
  return pieces;
}

/**
 * Returns the rest of a sentence, in whole words, once a fraction (0 to 1) of its time has passed; all of it up to
 * 0.15.
 */
export function getRemainingText(text: string, gone: number): string {
  if (gone <= 0.15) return text;
  const from = text.indexOf(' ', Math.floor(text.length * gone));
  return from < 0 ? '' : text.slice(from + 1);
}
